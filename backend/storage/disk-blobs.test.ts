import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlobStore } from './blob-store.ts'
import { createDiskBlobs } from './disk-blobs.ts'

let root: string
let blobs: BlobStore
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'blobs-'))
  blobs = await createDiskBlobs(root)
})
afterEach(() => rm(root, { recursive: true }))

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half')
  throw new Error('cable cut')
}

const files = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

const textOf = async (key: string, size: number) => {
  const bytes = await blobs.read(key, size)
  return bytes === null ? null : new Response(bytes).text()
}

describe('blobs on disk', () => {
  it('are read as they were written', async () => {
    const key = randomUUID()
    await blobs.put(key, chunks('a', '', 'bc'))
    expect(await textOf(key, 3)).toBe('abc')
  })

  it('are in folders that no other user of the machine can read', async () => {
    const made = join(root, 'data')
    await createDiskBlobs(join(made, 'storage'))
    for (const folder of [made, join(made, 'storage'), join(made, 'storage/blobs'), join(made, 'storage/incoming')])
      expect([folder, (await stat(folder)).mode & 0o777]).toEqual([folder, 0o700])
  })

  it('are stored completely or not at all', async () => {
    await expect(blobs.put(randomUUID(), failing())).rejects.toThrow('cable cut')
    expect(await files()).toEqual([])
  })

  it('can be removed while they are read, and removed twice', async () => {
    const key = randomUUID()
    const long = 'x'.repeat(600_000)
    await blobs.put(key, chunks(long))
    const reading = await blobs.read(key, long.length)
    await blobs.remove(key)
    await blobs.remove(key)
    expect(await new Response(reading).text()).toBe(long)
    expect(await textOf(key, 3)).toBeNull()
  })

  it('are copied to independent blobs', async () => {
    const [from, to] = [randomUUID(), randomUUID()]
    await blobs.put(from, chunks('abc'))
    expect(await blobs.copy(from, to)).toBe(true)
    await blobs.remove(from)
    expect(await textOf(to, 3)).toBe('abc')
    expect(await blobs.copy(from, randomUUID())).toBe(false)
  })

  it.each(['../secret', '/etc/passwd', 'ab/../../secret', '', 'x'])('have no path for a key like %o', async (key) => {
    await writeFile(join(root, 'secret'), 'secret')
    expect(await blobs.read(key, 6)).toBeNull()
    expect(await blobs.withFile(key, async () => 'used')).toBeNull()
    expect(await blobs.copy(key, randomUUID())).toBe(false)
    await blobs.remove(key)
    await expect(blobs.put(key, chunks('x'))).rejects.toThrow('Not a blob key')
    expect(await files()).toEqual(['secret'])
  })

  it('leave files of abandoned uploads, which are deleted by age', async () => {
    const [old, dayAgo] = [randomUUID(), new Date(Date.now() - 86_400_000)]
    await blobs.put(old, chunks('x'))
    await writeFile(join(root, 'incoming', 'torn'), 'x')
    await writeFile(join(root, 'incoming', 'under-way'), 'x')
    for (const path of [join('blobs', old.slice(0, 2), old), join('incoming', 'torn')]) {
      await utimes(join(root, path), dayAgo, dayAgo)
    }
    await blobs.removeAbandoned(new Date(Date.now() - 3_600_000))
    expect((await files()).sort()).toEqual([old, 'under-way'].sort())
  })
})
