/** Blobs as files `blobs/<first two characters>/<key>`, written as `incoming/<random>` and then renamed. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isSystemError } from '#backend/system-error'
import { isUuid } from '#backend/uuid'
import type { BlobStore, ByteRange } from './blob-store.ts'

/** Below this size one read into memory is cheaper than a stream. */
const wholeReadBytes = 256 * 1024
const chunkBytes = 128 * 1024

const noneIfMissing = (error: unknown) => {
  if (!isSystemError(error, 'ENOENT')) throw error
}

export async function createDiskBlobs(directory: string): Promise<BlobStore> {
  const incoming = join(directory, 'incoming')
  const blobs = join(directory, 'blobs')
  // For this user only: the bucket of an object may be private, and its folder is often made here.
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await mkdir(blobs, { recursive: true, mode: 0o700 })

  const folderOf = (key: string) => join(blobs, key.slice(0, 2))
  /** Keys come from a table, so only a UUID may become part of a path. */
  const pathOf = (key: string) => (isUuid(key) ? join(folderOf(key), key) : null)

  /** Writes a file and renames it to its final name, so that a reader sees all of it or nothing. */
  async function place(key: string, write: (temporary: string) => Promise<void>): Promise<void> {
    const path = pathOf(key)
    if (path === null) throw new TypeError(`Not a blob key: ${key}`)
    const temporary = join(incoming, randomUUID())
    try {
      await write(temporary)
      await mkdir(folderOf(key), { recursive: true })
      await rename(temporary, path)
      await flush(folderOf(key))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    put: (key, bytes) => place(key, (temporary) => writeFile(temporary, bytes)),

    async read(key, size, range) {
      const path = pathOf(key)
      const file = path === null ? null : await openIfThere(path)
      if (file === null) return null
      const { start, end } = range ?? { start: 0, end: size - 1 }
      return end - start < wholeReadBytes ? readWhole(file, start, end) : readStream(file, { start, end })
    },

    async withFile(key, work) {
      const path = pathOf(key)
      if (path === null || !(await exists(path))) return null
      return work(path)
    },

    async copy(from, to) {
      const source = pathOf(from)
      if (source === null || !(await exists(source))) return false
      await place(to, async (temporary) => {
        // A reflink if the file system supports it.
        await copyFile(source, temporary, constants.COPYFILE_FICLONE)
        await flush(temporary)
      })
      return true
    },

    async remove(key) {
      const path = pathOf(key)
      if (path !== null) await rm(path, { force: true })
    },

    async removeAbandoned(before) {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name)
        const stats = await stat(path).catch(noneIfMissing)
        if (stats && stats.mtime < before) await rm(path, { force: true })
      }
    },
  }
}

async function writeFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx')
  try {
    for await (const chunk of bytes) {
      for (let offset = 0; offset < chunk.length; ) {
        offset += (await file.write(chunk, offset)).bytesWritten
      }
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path)
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false
    throw error
  }
}

/** Flushes a file, or a folder's entries, which a rename alone leaves in memory. */
async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readWhole(file: FileHandle, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = new Uint8Array(Math.max(0, end - start + 1))
    let length = 0
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, start + length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}

function readStream(file: FileHandle, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  let position = start
  return new ReadableStream({
    async pull(controller) {
      try {
        const bytes = new Uint8Array(Math.min(chunkBytes, end - position + 1))
        const { bytesRead } = await file.read(bytes, 0, bytes.length, position)
        position += bytesRead
        if (bytesRead > 0) controller.enqueue(bytes.subarray(0, bytesRead))
        if (bytesRead === 0 || position > end) {
          await file.close()
          controller.close()
        }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    cancel: () => file.close(),
  })
}
