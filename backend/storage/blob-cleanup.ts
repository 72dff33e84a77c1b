/** Removes blobs without a row: versions that were overwritten or removed, and uploads without a committed row. */
import type { Database } from '#backend/database/database'
import type { BlobStore } from './blob-store.ts'

export interface BlobCleanup {
  /** Starts to remove the versions that the database has discarded, and returns at once. */
  removeDiscarded(): void
  /** Removes blobs older than `before` without a row, which a crash left. Stops when aborted. */
  removeOrphans(before: Date, signal?: AbortSignal): Promise<void>
  /** Resolves when no removal is running. */
  settled(): Promise<void>
}

const batchSize = 500

const pendingText = `select d.version, exists (select from storage.objects o where o.version = d.version) as is_needed
  from backend.discarded_versions d order by d.discarded_at limit ${batchSize}`
const deleteText = `delete from backend.discarded_versions
  where version = any (array(select jsonb_array_elements_text($1::jsonb)))`
const orphansText = `select v from jsonb_array_elements_text($1::jsonb) v
  where not exists (select from storage.objects o where o.version = v)`

/** @param onRemoved called with each version whose blob was removed */
export function createBlobCleanup(
  database: Database,
  blobs: BlobStore,
  onRemoved: (version: string) => Promise<void>,
  onError: (error: unknown) => void,
): BlobCleanup {
  let running: Promise<void> | null = null
  let isRequestedAgain = false

  async function remove(version: string): Promise<void> {
    await blobs.remove(version)
    await onRemoved(version)
  }

  /** Removes the blob before its entry, so that a crash between the two only repeats the removal. */
  async function removeBatch(): Promise<number> {
    const { rows } = await database.run({ text: pendingText, values: [] })
    for (const [version, isNeeded] of rows) if (version && isNeeded === 'f') await remove(version)
    const versions = rows.map(([version]) => version)
    if (versions.length > 0) await database.run({ text: deleteText, values: [JSON.stringify(versions)] })
    return versions.length
  }

  async function removeAll(): Promise<void> {
    do {
      isRequestedAgain = false
      while ((await removeBatch()) === batchSize);
    } while (isRequestedAgain)
  }

  function removeDiscarded(): void {
    isRequestedAgain = true
    running ??= removeAll()
      .then(
        () => isRequestedAgain,
        (error: unknown) => {
          onError(error)
          return false
        },
      )
      .then((isRequested) => {
        running = null
        if (isRequested) removeDiscarded()
      })
  }

  async function removeOrphansOf(versions: string[]): Promise<void> {
    const { rows } = await database.run({ text: orphansText, values: [JSON.stringify(versions)] })
    for (const [version] of rows) if (version) await remove(version)
  }

  return {
    removeDiscarded,

    async removeOrphans(before, signal) {
      let batch: string[] = []
      for await (const version of blobs.blobsOlderThan(before)) {
        if (signal?.aborted) return
        batch.push(version)
        if (batch.length < batchSize) continue
        await removeOrphansOf(batch)
        batch = []
      }
      if (batch.length > 0) await removeOrphansOf(batch)
    },

    async settled() {
      while (running !== null) await running
    },
  }
}
