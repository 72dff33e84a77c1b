/** Removes blobs without a row: versions that were overwritten or removed, and uploads without a committed row. */
import type { Database } from '#backend/database/database'
import type { BlobStore } from './blob-store.ts'

export interface BlobCleanup {
  /** Records an upload before its blob is written. The blob is removed hours later, unless a row names it by then. */
  expectRow(version: string): Promise<void>
  /** Starts to remove what is due, and returns at once. */
  removeDue(): void
  /** Resolves when no removal is running. */
  settled(): Promise<void>
}

const batchSize = 500

/** An upload takes minutes at most. A blob without a row after hours was left by a crash. */
const expectText = `insert into backend.blob_removals (version, due_at) values ($1, now() + interval '6 hours')`
const dueText = `select r.version, r.due_at, exists (select from storage.objects o where o.version = r.version) as is_needed
  from backend.blob_removals r where r.due_at <= now() order by r.due_at limit ${batchSize}`
/** One whose blob became useless in the meantime has another time by then, and stays. */
const deleteText = `delete from backend.blob_removals r
  using jsonb_to_recordset($1::jsonb) done (version text, due_at timestamptz)
  where r.version = done.version and r.due_at = done.due_at`

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
    const { rows } = await database.run({ text: dueText, values: [] })
    for (const [version, , isNeeded] of rows) if (version && isNeeded === 'f') await remove(version)
    const done = rows.map(([version, due_at]) => ({ version, due_at }))
    if (done.length > 0) await database.run({ text: deleteText, values: [JSON.stringify(done)] })
    return done.length
  }

  async function removeAll(): Promise<void> {
    do {
      isRequestedAgain = false
      while ((await removeBatch()) === batchSize);
    } while (isRequestedAgain)
  }

  function removeDue(): void {
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
        if (isRequested) removeDue()
      })
  }

  return {
    async expectRow(version) {
      await database.run({ text: expectText, values: [version] })
    },

    removeDue,

    async settled() {
      while (running !== null) await running
    },
  }
}
