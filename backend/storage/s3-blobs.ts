/** Blobs as objects of an S3 bucket, `blobs/<key>`. What is being sent or looked at lies on this machine for a while. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from './blob-store.ts'
import { createS3Client, elementOf, type S3Settings, textOf } from './s3-client.ts'

const folder = 'blobs/'
/** Up to here an answer is gathered; what is larger is handed on as it comes. */
const wholeReadBytes = 256 * 1024
const keptBytes = 256 * 1024 * 1024
/** Of a write that was abandoned. */
const forgottenMs = 60 * 60 * 1_000

/** Keys are made by us, but they come back from a table: nothing but a UUID ever becomes part of an address. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Kept {
  readonly bytes: number
  /** How many are looking at it. */
  lent: number
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const noneIfMissing = (error: unknown): [] => {
  if (isMissing(error)) return []
  throw error
}

/**
 * @param shared for copies on this machine, of each process in a folder of its own; may be emptied at any time
 * @throws S3Error where the bucket cannot be used
 */
export async function createS3Blobs(
  settings: S3Settings,
  shared: string,
  { pageSize = 1_000, patienceMs }: { pageSize?: number; patienceMs?: number } = {},
): Promise<BlobStore> {
  const client = createS3Client(settings, patienceMs)
  const directory = join(shared, `${process.pid}-${randomUUID()}`)
  await forgetProcesses(shared)
  const listed = await client.send({ method: 'GET', key: '', query: { 'max-keys': '1' } }, [200])
  listed.resume()
  const kept = new Map<string, Kept>()
  const addressOf = (key: string) => (uuid.test(key) ? folder + key : null)

  async function newFile(): Promise<string> {
    await mkdir(directory, { recursive: true })
    return join(directory, `incoming-${randomUUID()}`)
  }

  /** Under its name for whoever looks at it next; the oldest copies that nobody looks at go. */
  async function keep(key: string, temporary: string, bytes: number): Promise<Kept> {
    await rename(temporary, join(directory, key))
    const copy = kept.get(key) ?? { bytes, lent: 0 }
    kept.delete(key)
    kept.set(key, copy)
    let total = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0)
    for (const [oldest, one] of kept) {
      if (total <= keptBytes || oldest === key) break
      if (one.lent > 0) continue
      kept.delete(oldest)
      total -= one.bytes
      await rm(join(directory, oldest), { force: true })
    }
    return copy
  }

  async function fetchCopy(key: string, address: string): Promise<Kept | null> {
    const response = await client.send({ method: 'GET', key: address }, [200, 404])
    if (response.statusCode === 404) {
      response.resume()
      return null
    }
    const temporary = await newFile()
    try {
      await pipeline(response, createWriteStream(temporary, { flags: 'wx' }))
      return await keep(key, temporary, (await stat(temporary)).size)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    async put(key, bytes) {
      const address = addressOf(key)
      if (address === null) throw new TypeError(`Not a blob key: ${key}`)
      const temporary = await newFile()
      try {
        // S3 wants to know length and hash before the first byte.
        const { size, sha256 } = await spool(temporary, bytes)
        const body = { open: () => createReadStream(temporary), bytes: size, sha256 }
        const response = await client.send({ method: 'PUT', key: address, body }, [200])
        response.resume()
        await keep(key, temporary, size)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async read(key, size, range) {
      const address = addressOf(key)
      if (address === null) return null
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const response = await client.send({ method: 'GET', key: address, headers }, [200, 206, 404])
      if (response.statusCode === 404) {
        response.resume()
        return null
      }
      const length = range ? range.end - range.start + 1 : size
      if (length > wholeReadBytes) return Readable.toWeb(response) as ReadableStream<Uint8Array>
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      return new Uint8Array(Buffer.concat(chunks))
    },

    async withFile(key, work) {
      const address = addressOf(key)
      if (address === null) return null
      const path = join(directory, key)
      for (let attempt = 1; ; attempt += 1) {
        const copy = kept.get(key) ?? (await fetchCopy(key, address))
        if (copy === null) return null
        copy.lent += 1
        try {
          await access(path)
          return await work(path)
        } catch (error) {
          // Somebody emptied the folder: it is fetched again.
          if (attempt === 2 || (await isThere(path))) throw error
          kept.delete(key)
        } finally {
          copy.lent -= 1
        }
      }
    },

    async copy(from, to) {
      const [source, target] = [addressOf(from), addressOf(to)]
      if (source === null || target === null) return false
      const headers = { 'x-amz-copy-source': `/${settings.bucket}/${source}` }
      const response = await client.send({ method: 'PUT', key: target, headers }, [200, 404])
      const text = await textOf(response)
      // Said to be done before it is: a copy may fail behind a 200.
      if (text.includes('<Error>') && response.statusCode === 200)
        throw new Error(`S3 could not copy: ${elementOf(text, 'Message') ?? elementOf(text, 'Code')}`)
      return response.statusCode === 200
    },

    async remove(key) {
      const address = addressOf(key)
      if (address === null) return
      kept.delete(key)
      await rm(join(directory, key), { force: true })
      const response = await client.send({ method: 'DELETE', key: address }, [200, 204, 404])
      response.resume()
    },

    async *leftovers(before) {
      await forgetCopies(directory, kept)
      // The list's first version, whose pages begin behind a name: all that speak S3 speak it.
      let marker = ''
      for (let isWhole = false; !isWhole; ) {
        const query = { prefix: folder, marker, 'max-keys': String(pageSize) }
        const xml = await textOf(await client.send({ method: 'GET', key: '', query }, [200]))
        for (const [entry] of xml.matchAll(/<Contents>[\s\S]*?<\/Contents>/g)) {
          marker = elementOf(entry, 'Key') ?? marker
          const changed = Date.parse(elementOf(entry, 'LastModified') ?? '')
          const key = marker.slice(folder.length)
          if (uuid.test(key) && changed < before.getTime()) yield key
        }
        isWhole = elementOf(xml, 'IsTruncated') !== 'true'
      }
    },
  }
}

async function spool(path: string, bytes: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx')
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      size += chunk.length
      for (let offset = 0; offset < chunk.length; ) offset += (await file.write(chunk, offset)).bytesWritten
    }
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex') }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Away with the folders of processes that are gone, and with whatever else lies there. */
async function forgetProcesses(shared: string): Promise<void> {
  for (const name of await readdir(shared).catch(noneIfMissing)) {
    const path = join(shared, name)
    const pid = Number(/^(\d+)-/.exec(name)?.[1] ?? 0)
    // A process that is started again, as in a container, often has the number of the one before.
    const isOurs =
      pid === process.pid && ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0) > performance.timeOrigin
    if (!isOurs && (pid === process.pid || !isRunning(pid))) await rm(path, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  // 0 would be this process's whole group.
  if (pid === 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** What abandoned writes left. */
async function forgetCopies(directory: string, kept: ReadonlyMap<string, Kept>): Promise<void> {
  for (const name of await readdir(directory).catch(noneIfMissing)) {
    if (kept.has(name)) continue
    const path = join(directory, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && facts.mtimeMs < Date.now() - forgottenMs) await rm(path, { force: true })
  }
}
