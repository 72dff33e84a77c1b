/** Blobs as objects of an S3 bucket, `blobs/<key>`. Files being written or read are cached on this machine. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isSystemError } from '#backend/system-error'
import { isUuid } from '#backend/uuid'
import type { BlobStore } from './blob-store.ts'
import { createS3Client, elementOf, type S3Settings, textOf } from './s3-client.ts'

const folder = 'blobs/'
/** A larger response is streamed instead of buffered. */
const wholeReadBytes = 256 * 1024
const maxCachedBytes = 256 * 1024 * 1024

interface CachedFile {
  readonly bytes: number
  /** How many calls use it now. */
  users: number
}

const noneIfMissing = (error: unknown): [] => {
  if (isSystemError(error, 'ENOENT')) return []
  throw error
}

/**
 * @param shared directory of local copies, with a folder for each process. It may be emptied at any time
 * @throws S3Error if the bucket cannot be used
 */
export async function createS3Blobs(
  settings: S3Settings,
  shared: string,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<BlobStore> {
  const client = createS3Client(settings, timeoutMs)
  const directory = join(shared, `${process.pid}-${randomUUID()}`)
  await removeDeadProcessFolders(shared)
  const listed = await client.send({ method: 'GET', key: '', query: { 'max-keys': '1' } }, [200])
  listed.resume()
  const cached = new Map<string, CachedFile>()
  /** Keys come from a table, so only a UUID may become part of an object key. */
  const objectKeyOf = (key: string) => (isUuid(key) ? folder + key : null)

  async function newFile(): Promise<string> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    return join(directory, `incoming-${randomUUID()}`)
  }

  /** Caches the file under its key and deletes the oldest unused copies beyond the limit. */
  async function addToCache(key: string, temporary: string, bytes: number): Promise<CachedFile> {
    await rename(temporary, join(directory, key))
    const copy = cached.get(key) ?? { bytes, users: 0 }
    cached.delete(key)
    cached.set(key, copy)
    let total = [...cached.values()].reduce((sum, one) => sum + one.bytes, 0)
    for (const [oldest, one] of cached) {
      if (total <= maxCachedBytes || oldest === key) break
      if (one.users > 0) continue
      cached.delete(oldest)
      total -= one.bytes
      await rm(join(directory, oldest), { force: true })
    }
    return copy
  }

  async function fetchCopy(key: string, objectKey: string): Promise<CachedFile | null> {
    const response = await client.send({ method: 'GET', key: objectKey }, [200, 404])
    if (response.statusCode === 404) {
      response.resume()
      return null
    }
    const temporary = await newFile()
    try {
      await pipeline(response, createWriteStream(temporary, { flags: 'wx' }))
      return await addToCache(key, temporary, (await stat(temporary)).size)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    async put(key, bytes) {
      const objectKey = objectKeyOf(key)
      if (objectKey === null) throw new TypeError(`Not a blob key: ${key}`)
      const temporary = await newFile()
      try {
        // S3 requires the length and hash before the first byte.
        const { size, sha256 } = await spool(temporary, bytes)
        const body = { open: () => createReadStream(temporary), bytes: size, sha256 }
        const response = await client.send({ method: 'PUT', key: objectKey, body }, [200])
        response.resume()
        await addToCache(key, temporary, size)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async read(key, size, range) {
      const objectKey = objectKeyOf(key)
      if (objectKey === null) return null
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const response = await client.send({ method: 'GET', key: objectKey, headers }, [200, 206, 404])
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
      const objectKey = objectKeyOf(key)
      if (objectKey === null) return null
      const path = join(directory, key)
      for (let attempt = 1; ; attempt += 1) {
        const copy = cached.get(key) ?? (await fetchCopy(key, objectKey))
        if (copy === null) return null
        copy.users += 1
        try {
          await access(path)
          return await work(path)
        } catch (error) {
          // The folder was emptied, so the blob is fetched again.
          if (attempt === 2 || (await exists(path))) throw error
          cached.delete(key)
        } finally {
          copy.users -= 1
        }
      }
    },

    async copy(from, to) {
      const [source, target] = [objectKeyOf(from), objectKeyOf(to)]
      if (source === null || target === null) return false
      const headers = { 'x-amz-copy-source': `/${settings.bucket}/${source}` }
      const response = await client.send({ method: 'PUT', key: target, headers }, [200, 404])
      const text = await textOf(response)
      // S3 sends the status before the copy ends, so a copy may fail with a 200.
      if (text.includes('<Error>') && response.statusCode === 200)
        throw new Error(`S3 could not copy: ${elementOf(text, 'Message') ?? elementOf(text, 'Code')}`)
      return response.statusCode === 200
    },

    async remove(key) {
      const objectKey = objectKeyOf(key)
      if (objectKey === null) return
      cached.delete(key)
      await rm(join(directory, key), { force: true })
      const response = await client.send({ method: 'DELETE', key: objectKey }, [200, 204, 404])
      response.resume()
    },

    removeAbandoned: (before) => removeAbandonedFiles(directory, cached, before),
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

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Deletes the folders of processes that have ended, and unknown files. */
async function removeDeadProcessFolders(shared: string): Promise<void> {
  for (const name of await readdir(shared).catch(noneIfMissing)) {
    const path = join(shared, name)
    const pid = Number(/^(\d+)-/.exec(name)?.[1] ?? 0)
    // A restarted process often has the same pid, for example in a container.
    const isOurs =
      pid === process.pid && ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0) > performance.timeOrigin
    if (!isOurs && (pid === process.pid || !isRunning(pid))) await rm(path, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  // 0 would signal this process's whole group.
  if (pid === 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return isSystemError(error, 'EPERM')
  }
}

async function removeAbandonedFiles(
  directory: string,
  cached: ReadonlyMap<string, CachedFile>,
  before: Date,
): Promise<void> {
  for (const name of await readdir(directory).catch(noneIfMissing)) {
    if (cached.has(name)) continue
    const path = join(directory, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats && stats.mtime < before) await rm(path, { force: true })
  }
}
