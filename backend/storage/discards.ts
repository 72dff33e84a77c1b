/** Takes away the bytes that no row needs: versions that were overwritten or removed, and uploads that never got their row. */
import type { Database } from '#backend/database/database'
import type { BlobStore } from './blob-store.ts'

export interface Discards {
  /** Starts removing what the database has discarded so far; returns at once. */
  collect(): void
  /** Removes blobs older than `before` that no row names: what a crash between file and row left. Stops early when aborted. */
  sweep(before: Date, signal?: AbortSignal): Promise<void>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

const batchSize = 500

const pendingText = `select d.version, exists (select from storage.objects o where o.version = d.version) as is_needed
  from storage.discarded_versions d order by d.discarded_at limit ${batchSize}`
const forgetText = `delete from storage.discarded_versions
  where version = any (array(select jsonb_array_elements_text($1::jsonb)))`
const unknownText = `select v from jsonb_array_elements_text($1::jsonb) v
  where not exists (select from storage.objects o where o.version = v)`

/** `forget` hears of every version whose blob is gone. */
export function createDiscards(
  database: Database,
  blobs: BlobStore,
  forget: (version: string) => Promise<void>,
  onError: (error: unknown) => void,
): Discards {
  let underWay: Promise<void> | null = null
  let isWantedAgain = false

  async function remove(version: string): Promise<void> {
    await blobs.remove(version)
    await forget(version)
  }

  /** File first, then the note of it: a crash between the two only repeats a removal. */
  async function removeBatch(): Promise<number> {
    const { rows } = await database.run({ text: pendingText, values: [] })
    for (const [version, isNeeded] of rows) if (version && isNeeded === 'f') await remove(version)
    const versions = rows.map(([version]) => version)
    if (versions.length > 0) await database.run({ text: forgetText, values: [JSON.stringify(versions)] })
    return versions.length
  }

  async function removeAll(): Promise<void> {
    do {
      isWantedAgain = false
      while ((await removeBatch()) === batchSize);
    } while (isWantedAgain)
  }

  function collect(): void {
    isWantedAgain = true
    underWay ??= removeAll()
      .then(
        () => isWantedAgain,
        (error: unknown) => {
          onError(error)
          return false
        },
      )
      .then((isMoreWanted) => {
        underWay = null
        if (isMoreWanted) collect()
      })
  }

  async function removeUnknown(versions: string[]): Promise<void> {
    const { rows } = await database.run({ text: unknownText, values: [JSON.stringify(versions)] })
    for (const [version] of rows) if (version) await remove(version)
  }

  return {
    collect,

    async sweep(before, signal) {
      let batch: string[] = []
      for await (const version of blobs.leftovers(before)) {
        if (signal?.aborted) return
        batch.push(version)
        if (batch.length < batchSize) continue
        await removeUnknown(batch)
        batch = []
      }
      if (batch.length > 0) await removeUnknown(batch)
    },

    async settled() {
      while (underWay !== null) await underWay
    },
  }
}
