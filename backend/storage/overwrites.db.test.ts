import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseError } from '#backend/database/errors'
import { type BlobCleanup, createBlobCleanup } from './blob-cleanup.ts'
import type { BlobStore } from './blob-store.ts'
import { createDiskBlobs } from './disk-blobs.ts'
import { callers, folder, openTestbed, type Testbed } from './testing/testbed.ts'

let bed: Testbed
beforeAll(async () => {
  bed = await openTestbed()
})
afterAll(() => bed.close())
beforeEach(() => bed.clear())

const path = `${folder.alice}/page.txt`
/** Long enough to be streamed. Every byte identifies its writer. */
const pageOf = (writer: number) => String.fromCharCode(65 + writer).repeat(400_000)
const write = (writer: number) => bed.as(callers.alice).from('letters').upload(path, pageOf(writer), { upsert: true })
const read = async () => (await bed.as(callers.alice).from('letters').download(path)).data?.text()

describe('overwriting', () => {
  it('by concurrent writers ends with one complete version', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
    expect(results.map(({ error }) => error)).toEqual(Array(8).fill(null))
    const text = await read()
    expect(text).toBe(text?.[0]?.repeat(400_000))
    expect(await bed.blobs()).toHaveLength(1)
  })

  it('is refused to all but one of several concurrent first uploads', async () => {
    const upload = (writer: number) => bed.as(callers.alice).from('letters').upload(path, pageOf(writer))
    const results = await Promise.all(Array.from({ length: 6 }, (_, writer) => upload(writer)))
    const refused = results.filter(({ error }) => error !== null)
    expect(refused.map(({ error }) => error)).toEqual(Array(5).fill(expect.objectContaining({ statusCode: '409' })))
    expect(await bed.blobs()).toHaveLength(1)
  })

  it('never lets a reader see a partial version or none', async () => {
    await write(0)
    let isDone = false
    const writing = (async () => {
      for (let writer = 1; writer <= 10; writer++) await write(writer)
      isDone = true
    })()
    const seen = new Set<string>()
    while (!isDone) {
      const text = await read()
      expect(text?.length).toBe(400_000)
      expect(text).toBe(text?.[0]?.repeat(400_000))
      seen.add(text?.[0] ?? '')
    }
    await writing
    expect(seen.size).toBeGreaterThan(1)
  })
})

describe('an overwrite with an unknown commit result', () => {
  it('keeps both blobs, because the connection may have been lost after the commit', async () => {
    let isBroken = false
    const disconnecting = await openTestbed({}, (database) => ({
      ...database,
      async run(statement, session) {
        const result = await database.run(statement, session)
        if (isBroken && statement.text.startsWith('insert into storage.objects')) {
          throw new DatabaseError({ code: '08006', message: 'connection lost' })
        }
        return result
      },
    }))
    const files = disconnecting.as(callers.alice).from('letters')
    await files.upload(path, 'first')
    isBroken = true
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect((await files.upload(path, 'second', { upsert: true })).error).toMatchObject({ statusCode: '503' })
    consoleError.mockRestore()
    expect(await (await files.download(path)).data?.text()).toBe('second')
    await disconnecting.close()
  })
})

describe('a blob without a row', () => {
  let root: string
  let blobs: BlobStore
  let cleanup: BlobCleanup
  let failures: unknown[]

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'cleanup-'))
    blobs = await createDiskBlobs(root)
    failures = []
    cleanup = createBlobCleanup(
      bed.database,
      blobs,
      async () => {},
      (error) => failures.push(error),
    )
  })
  afterEach(async () => {
    await cleanup.settled()
    await rm(root, { recursive: true })
  })

  async function* chunk(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('x')
  }

  /** A blob as an upload writes it. */
  async function blob(): Promise<string> {
    const version = randomUUID()
    await cleanup.expectRow(version)
    await blobs.put(version, chunk())
    return version
  }

  async function hoursPass(): Promise<void> {
    await bed.database.script(`update backend.blob_removals set due_at = due_at - interval '6 hours'`)
  }

  async function removeDue(): Promise<void> {
    cleanup.removeDue()
    await cleanup.settled()
  }

  const row = (name: string, version: string) =>
    bed.database.run({
      text: `insert into storage.objects (bucket_id, name, version) values ('letters', $1, $2)
        on conflict (bucket_id, name) do update set version = excluded.version`,
      values: [name, version],
    })
  const onDisk = async () =>
    (await readdir(root, { recursive: true, withFileTypes: true })).filter((e) => e.isFile()).map(({ name }) => name)

  it('is removed hours after a crash between blob and row, and not before', async () => {
    const [kept, orphan] = [await blob(), await blob()]
    await row('a', kept)
    await removeDue()
    expect((await onDisk()).sort()).toEqual([kept, orphan].sort())
    await hoursPass()
    await removeDue()
    expect(await onDisk()).toEqual([kept])
  })

  it('is kept if this database never heard of it, because another database may name it', async () => {
    const foreign = randomUUID()
    await blobs.put(foreign, chunk())
    const dayAgo = new Date(Date.now() - 86_400_000)
    await utimes(join(root, 'blobs', foreign.slice(0, 2), foreign), dayAgo, dayAgo)
    await hoursPass()
    await removeDue()
    expect(await onDisk()).toEqual([foreign])
  })

  it('is removed at once when it was overwritten within those hours', async () => {
    const [first, second] = [await blob(), await blob()]
    await row('a', first)
    await row('a', second)
    await removeDue()
    await hoursPass()
    await row('a', await blob())
    await removeDue()
    expect(await onDisk()).toHaveLength(1)
  })

  it('is removed at the next start after a crash between commit and removal', async () => {
    const [first, second] = [await blob(), await blob()]
    await row('a', first)
    await row('a', second)
    expect((await onDisk()).sort()).toEqual([first, second].sort())
    await removeDue()
    expect(await onDisk()).toEqual([second])
  })

  it('is kept while another row refers to it', async () => {
    const shared = await blob()
    await row('a', shared)
    await row('b', shared)
    await row('a', randomUUID())
    await removeDue()
    expect(await onDisk()).toEqual([shared])
  })

  it('is removed by the next cleanup if a disk error prevented it', async () => {
    const [first, second] = [await blob(), await blob()]
    await row('a', first)
    await row('a', second)
    const stuck = { ...blobs, remove: () => Promise.reject(new Error('read-only file system')) }
    const failing = createBlobCleanup(
      bed.database,
      stuck,
      async () => {},
      (error) => failures.push(error),
    )
    failing.removeDue()
    await failing.settled()
    expect(failures).toHaveLength(1)
    await removeDue()
    expect(await onDisk()).toEqual([second])
  })
})
