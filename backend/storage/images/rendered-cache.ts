/** An LRU cache of rendered images on disk. All of it may be deleted. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { isSystemError } from '#backend/system-error'

export interface RenderedCache {
  /** Resolves when the files of earlier runs are counted. Until then the cache works, but may exceed its limit. */
  readonly loaded: Promise<void>
  get(version: string, name: string): Promise<Uint8Array<ArrayBuffer> | null>
  put(version: string, name: string, bytes: Uint8Array): Promise<void>
  /** Removes the renditions of a version. */
  removeVersion(version: string): Promise<void>
}

interface Entry {
  readonly version: string
  readonly bytes: number
}

/** Renditions of one version share a folder, `<first two characters>/<version>/<name>`. Several processes may share `directory`. */
export function openRenderedCache(directory: string, maximumBytes: number): RenderedCache {
  const incoming = join(directory, 'incoming')
  const folderOf = (version: string) => join(directory, version.slice(0, 2), version)
  /** Paths to delete. */
  let evicted: string[] = []
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.floor(maximumBytes),
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    dispose: (_entry, path, reason) => {
      if (reason === 'evict') evicted.push(path)
    },
  })

  /** Makes an entry the most recently used one. A file larger than the whole cache has none. */
  function touch(path: string, entry: Entry): void {
    entries.set(path, entry)
    if (!entries.has(path)) evicted.push(path)
  }

  async function deleteEvicted(): Promise<void> {
    const paths = evicted
    evicted = []
    for (const path of paths) if (!entries.has(path)) await rm(path, { force: true })
  }

  /** Counts the files of earlier runs, as older than those used since the start. */
  async function load(): Promise<void> {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const found = await filesByAge(directory)
    const usedSince = entries.dump()
    for (const entry of found) touch(entry.path, entry)
    for (const [path, { value }] of usedSince) touch(path, value)
    await deleteEvicted()
  }

  return {
    loaded: load(),

    async get(version, name) {
      const path = join(folderOf(version), name)
      try {
        const bytes = new Uint8Array(await readFile(path))
        touch(path, { version, bytes: bytes.length })
        return bytes
      } catch (error) {
        if (!isSystemError(error, 'ENOENT')) throw error
        entries.delete(path)
        return null
      }
    },

    async put(version, name, bytes) {
      const temporary = join(incoming, randomUUID())
      const path = join(folderOf(version), name)
      try {
        await mkdir(incoming, { recursive: true, mode: 0o700 })
        await writeFile(temporary, bytes)
        await mkdir(folderOf(version), { recursive: true })
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      touch(path, { version, bytes: bytes.length })
      await deleteEvicted()
    },

    async removeVersion(version) {
      for (const [path, entry] of entries) if (entry.version === version) entries.delete(path)
      await rm(folderOf(version), { recursive: true, force: true })
    },
  }
}

/** Age at which a half-written file is deleted. */
const abandonedMs = 60 * 60 * 1000

/** The files of earlier runs, oldest first. Deletes half-written files. */
async function filesByAge(directory: string) {
  const found: (Entry & { path: string; changed: number })[] = []
  for (const entry of await entriesIn(directory)) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const stats = await stat(path).catch(nullIfMissing)
    if (stats === null) continue
    if (entry.parentPath !== join(directory, 'incoming')) {
      const version = basename(entry.parentPath)
      found.push({ path, version, bytes: stats.size, changed: stats.mtimeMs })
    } else if (stats.mtimeMs < Date.now() - abandonedMs) {
      await rm(path, { force: true })
    }
  }
  return found.sort((a, b) => a.changed - b.changed)
}

const entriesIn = async (directory: string) =>
  (await readdir(directory, { recursive: true, withFileTypes: true }).catch(nullIfMissing)) ?? []

function nullIfMissing(error: unknown): null {
  if (isSystemError(error, 'ENOENT')) return null
  throw error
}
