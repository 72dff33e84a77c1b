/** Blobs as objects of an S3 bucket, `blobs/<key>`. What is being sent or looked at lies on this machine for a while. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from './blob-store.ts'
import { createS3Client, elementOf, type S3Settings, textOf } from './s3-client.ts'

const folder = 'blobs/'
/** Up to here an answer is gathered; what is larger is handed on as it comes. */
const wholeReadBytes = 256 * 1024
const keptBytes = 256 * 1024 * 1024
/** Of a process that is gone. */
const forgottenMs = 60 * 60 * 1_000

/** Keys are made by us, but they come back from a table: nothing but a UUID ever becomes part of an address. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Kept {
  readonly bytes: number
  /** How many are looking at it. */
  lent: number
}

/**
 * @param directory for copies on this machine; may be emptied at any time nothing runs
 * @throws S3Error where the bucket cannot be used
 */
export async function createS3Blobs(settings: S3Settings, directory: string, pageSize = 1_000): Promise<BlobStore> {
  const client = createS3Client(settings)
  await mkdir(directory, { recursive: true })
  const listed = await client.send({ method: 'GET', key: '', query: { 'max-keys': '1' } }, [200])
  listed.resume()
  const kept = new Map<string, Kept>()
  const addressOf = (key: string) => (uuid.test(key) ? folder + key : null)

  /** Under its name for whoever looks at it next; the oldest copies that nobody looks at go. */
  async function keep(key: string, temporary: string, bytes: number): Promise<string> {
    const path = join(directory, key)
    await rename(temporary, path)
    kept.delete(key)
    kept.set(key, { bytes, lent: 0 })
    let total = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0)
    for (const [oldest, one] of kept) {
      if (total <= keptBytes || oldest === key) break
      if (one.lent > 0) continue
      kept.delete(oldest)
      total -= one.bytes
      await rm(join(directory, oldest), { force: true })
    }
    return path
  }

  async function fetchCopy(key: string, address: string): Promise<string | null> {
    const response = await client.send({ method: 'GET', key: address }, [200, 404])
    if (response.statusCode === 404) {
      response.resume()
      return null
    }
    const temporary = join(directory, `incoming-${randomUUID()}`)
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
      const temporary = join(directory, `incoming-${randomUUID()}`)
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
      const path = kept.has(key) ? join(directory, key) : await fetchCopy(key, address)
      if (path === null) return null
      const copy = kept.get(key)
      if (copy) copy.lent += 1
      try {
        return await work(path)
      } finally {
        if (copy) copy.lent -= 1
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

/** Copies of processes that are gone. */
async function forgetCopies(directory: string, kept: ReadonlyMap<string, Kept>): Promise<void> {
  for (const name of await readdir(directory)) {
    if (kept.has(name)) continue
    const path = join(directory, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && facts.mtimeMs < Date.now() - forgottenMs) await rm(path, { force: true })
  }
}
