/** Rendered pictures on disk, the least recently wanted removed first when they outgrow their room. All of it may be deleted. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface RenderedCache {
  get(version: string, name: string): Promise<Uint8Array<ArrayBuffer> | null>
  put(version: string, name: string, bytes: Uint8Array): Promise<void>
  /** Removes what was made of a version. */
  forget(version: string): Promise<void>
}

interface Entry {
  readonly version: string
  readonly bytes: number
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Pictures of one version share a folder, `<first two characters>/<version>/<name>`. Several processes may share `directory`. */
export async function openRenderedCache(directory: string, maximumBytes: number): Promise<RenderedCache> {
  const incoming = join(directory, 'incoming')
  // Nothing here outlives a restart half-written, and nothing here is worth keeping.
  await mkdir(incoming, { recursive: true })

  const folderOf = (version: string) => join(directory, version.slice(0, 2), version)
  const entries = new Map<string, Entry>()
  let totalBytes = 0

  function drop(path: string): void {
    totalBytes -= entries.get(path)?.bytes ?? 0
    entries.delete(path)
  }

  /** Puts an entry at the young end of the map. */
  function touch(path: string, entry: Entry): void {
    drop(path)
    entries.set(path, entry)
    totalBytes += entry.bytes
  }

  async function makeRoom(): Promise<void> {
    for (const path of entries.keys()) {
      if (totalBytes <= maximumBytes) return
      drop(path)
      await rm(path, { force: true })
    }
  }

  for (const found of await filesByAge(directory)) touch(found.path, found)
  await makeRoom()

  return {
    async get(version, name) {
      const path = join(folderOf(version), name)
      try {
        const bytes = new Uint8Array(await readFile(path))
        touch(path, { version, bytes: bytes.length })
        return bytes
      } catch (error) {
        if (!isMissing(error)) throw error
        drop(path)
        return null
      }
    },

    async put(version, name, bytes) {
      const temporary = join(incoming, randomUUID())
      const path = join(folderOf(version), name)
      try {
        await mkdir(incoming, { recursive: true })
        await writeFile(temporary, bytes)
        await mkdir(folderOf(version), { recursive: true })
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      touch(path, { version, bytes: bytes.length })
      await makeRoom()
    },

    async forget(version) {
      for (const [path, entry] of entries) if (entry.version === version) drop(path)
      await rm(folderOf(version), { recursive: true, force: true })
    },
  }
}

/** What an earlier run left, oldest first. */
async function filesByAge(directory: string) {
  const found: (Entry & { path: string; changed: number })[] = []
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if (entry.parentPath === join(directory, 'incoming')) {
      await rm(path, { force: true })
      continue
    }
    const { size, mtimeMs } = await stat(path)
    found.push({ path, version: entry.parentPath.split(/[\\/]/).at(-1) ?? '', bytes: size, changed: mtimeMs })
  }
  return found.sort((a, b) => a.changed - b.changed)
}
