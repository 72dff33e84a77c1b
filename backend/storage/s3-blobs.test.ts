/** Blobs in S3, on a local S3 server that verifies signatures. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BlobStore } from './blob-store.ts'
import { createS3Blobs } from './s3-blobs.ts'
import type { S3Settings } from './s3-client.ts'
import { openS3Server, type S3Server } from './testing/s3-server.ts'

const portOf = (listening: Server) => {
  const address = listening.address()
  return typeof address === 'object' && address ? address.port : 0
}

let root: string
let server: S3Server
let settings: S3Settings
let blobs: BlobStore
let copies: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 's3-copies-'))
  server = await openS3Server()
  settings = server.settings
})
beforeEach(async () => {
  copies = join(root, randomUUID())
  blobs = await createS3Blobs(settings, copies)
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true })
})

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}
const textOf = async (key: string, size: number, range?: { start: number; end: number }) => {
  const bytes = await blobs.read(key, size, range)
  return bytes === null ? null : new Response(bytes).text()
}

describe('blobs in S3', () => {
  it('are read as they were written, whole and in part, small and large', async () => {
    const [small, empty, large] = [randomUUID(), randomUUID(), randomUUID()]
    await blobs.put(small, chunks('a', '', 'bc'))
    await blobs.put(empty, chunks())
    await blobs.put(large, chunks(...Array.from({ length: 8 }, (_, n) => String(n).repeat(100_000))))
    expect([await textOf(small, 3), await textOf(empty, 0)]).toEqual(['abc', ''])
    expect(await textOf(small, 3, { start: 1, end: 2 })).toBe('bc')
    expect((await textOf(large, 800_000))?.length).toBe(800_000)
    expect(await textOf(large, 800_000, { start: 99_999, end: 500_000 })).toMatch(/^01+2+3+4+5$/)
  })

  it('are provided as files, from the cache or fetched', async () => {
    const key = randomUUID()
    await blobs.put(key, chunks('file'))
    expect(await blobs.withFile(key, async (path) => path.startsWith(copies))).toBe(true)
    // An operator empties the cache while a process uses it.
    await rm(copies, { recursive: true })
    expect(await blobs.withFile(key, (path) => readFile(path, 'utf8'))).toBe('file')
    const error = new Error('not a picture')
    await expect(blobs.withFile(key, () => Promise.reject(error))).rejects.toBe(error)
    // Each process has its own copies. Those of ended processes are deleted.
    const gone = join(copies, '4194305-gone')
    await mkdir(gone)
    const fresh = await createS3Blobs(settings, copies)
    await expect(stat(gone)).rejects.toThrow('ENOENT')
    const paths = [await blobs.withFile(key, async (path) => path), await fresh.withFile(key, async (path) => path)]
    expect(new Set(paths).size).toBe(2)
    await fresh.remove(key)
    expect(await blobs.withFile(key, (path) => readFile(path, 'utf8'))).toBe('file')
    await blobs.put(key, chunks('file'))
    expect(await fresh.withFile(key, (path) => readFile(path, 'utf8'))).toBe('file')
    expect(await fresh.withFile(randomUUID(), async () => 'never')).toBeNull()
  })

  it('have local copies in folders that no other user of the machine can read', async () => {
    await blobs.put(randomUUID(), chunks('private'))
    const [own = ''] = await readdir(copies)
    for (const folder of [copies, join(copies, own)])
      expect([folder, (await stat(folder)).mode & 0o777]).toEqual([folder, 0o700])
  })

  it('wait for a slow reader, but not for a service that stops responding', async () => {
    const key = randomUUID()
    const megabyte = 'x'.repeat(1024 * 1024)
    await blobs.put(key, chunks(...Array.from({ length: 16 }, () => megabyte)))
    const bytes = await (await createS3Blobs(settings, copies, { timeoutMs: 150 })).read(key, 16 * megabyte.length)
    if (!(bytes instanceof ReadableStream)) throw new Error('it is large')
    let read = 0
    for await (const chunk of bytes) {
      if (read === 0) await delay(500)
      read += chunk.length
    }
    expect(read).toBe(16 * megabyte.length)

    const stalling = createServer((request, response) => {
      if (request.url?.includes('max-keys')) response.end('<ListBucketResult/>')
      else response.write('x')
    })
    await new Promise<void>((resolve) => stalling.listen(0, '127.0.0.1', resolve))
    const stalled = { ...settings, endpoint: `http://127.0.0.1:${portOf(stalling)}` }
    const silent = await (await createS3Blobs(stalled, copies, { timeoutMs: 150 })).read(key, megabyte.length)
    await expect(new Response(silent).text()).rejects.toThrow()
    stalling.closeAllConnections()
    stalling.close()
  })

  it('are stored completely or not at all', async () => {
    const key = randomUUID()
    const failing = async function* () {
      yield Buffer.from('half')
      throw new Error('cable cut')
    }
    await expect(blobs.put(key, failing())).rejects.toThrow('cable cut')
    expect(await textOf(key, 4)).toBeNull()
    const left = (await readdir(copies, { recursive: true })).map((name) => join(copies, name))
    expect((await Promise.all(left.map((path) => stat(path)))).filter((facts) => facts.isFile())).toEqual([])
  })

  it('are stored although the service refuses some requests, and not at all if it refuses all', async () => {
    const key = randomUUID()
    server.refuse(2)
    await blobs.put(key, chunks('patient'))
    expect(await textOf(key, 7)).toBe('patient')
    const refused = randomUUID()
    server.refuse(4)
    await expect(blobs.put(refused, chunks('refused'))).rejects.toMatchObject({ name: 'S3Error', status: 503 })
    expect(await textOf(refused, 7)).toBeNull()
  })

  it('can be copied and removed repeatedly', async () => {
    const [key, twin] = [randomUUID(), randomUUID()]
    await blobs.put(key, chunks('twin'))
    expect([await blobs.copy(key, twin), await blobs.copy(randomUUID(), randomUUID())]).toEqual([true, false])
    await blobs.remove(key)
    await blobs.remove(key)
    expect([await textOf(key, 4), await textOf(twin, 4)]).toEqual([null, 'twin'])
  })

  it('are requested by valid keys only', async () => {
    const key = randomUUID()
    for (const name of ['../secret', '', 'a'.repeat(36)]) {
      expect([await blobs.read(name, 1), await blobs.copy(name, key)]).toEqual([null, false])
      await expect(blobs.put(name, chunks('x'))).rejects.toThrow('Not a blob key')
    }
  })

  it('report a wrong bucket, secret or endpoint at the start', async () => {
    await expect(createS3Blobs({ ...settings, bucket: 'elsewhere' }, copies)).rejects.toThrow(
      /^The S3 bucket elsewhere at http:.* cannot be used: The specified bucket does not exist/,
    )
    await expect(createS3Blobs({ ...settings, secretAccessKey: 'guessed' }, copies)).rejects.toThrow(/signature/)
    const probe = createServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    const port = portOf(probe)
    await new Promise((resolve) => probe.close(resolve))
    await expect(createS3Blobs({ ...settings, endpoint: `http://127.0.0.1:${port}` }, copies)).rejects.toThrow(
      'cannot be reached',
    )
  })
})
