import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Capacity } from '#backend/job-limit'
import type { BlobStore } from '../blob-store.ts'
import { createDiskBlobs } from '../disk-blobs.ts'
import { picture } from '../testing/picture.ts'
import type { ImageLimits } from './decode-cost.ts'
import type { Rendition } from './parameters.ts'
import { openRenderedCache, type RenderedCache } from './rendered-cache.ts'
import { createRenderer } from './renderer.ts'

const version = '0b6a1f9e-8f0e-4a0c-9d53-0f7f0c2a1b11'
const webp: Rendition = { width: 64, height: null, resize: 'cover', quality: 80, format: 'webp' }

let root: string
let blobs: BlobStore
let fileReads: number
let cache: RenderedCache

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'renderer-'))
  const disk = await createDiskBlobs(join(root, 'objects'))
  await disk.put(version, chunks(await picture('jpeg', 400, 300)))
  fileReads = 0
  blobs = {
    ...disk,
    withFile(key, work) {
      fileReads += 1
      return disk.withFile(key, work)
    },
  }
  cache = await openLoaded(join(root, 'cache'), 1_000_000)
})
afterEach(() => rm(root, { recursive: true }))

interface Given {
  blobs: BlobStore
  cache: RenderedCache
  capacity: Capacity
  limits: ImageLimits
  onCacheFailure: (error: unknown) => void
}

function rendererOf(given: Partial<Given> = {}) {
  const options = {
    limits: { pixels: 1e6, decodedBytes: 3e6, memoryBytes: 1e6 },
    onCacheFailure(error: unknown) {
      throw error
    },
    ...given,
  }
  return createRenderer(given.blobs ?? blobs, given.cache ?? cache, options)
}

async function openLoaded(directory: string, maximumBytes: number): Promise<RenderedCache> {
  const opened = openRenderedCache(directory, maximumBytes)
  await opened.loaded
  return opened
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

describe('the renderer', () => {
  it('renders an image once for 24 concurrent requests, and serves later ones from the cache', async () => {
    const renderer = rendererOf()
    const images = await Promise.all(Array.from({ length: 24 }, () => renderer.render(version, webp)))
    expect(new Set(images.map((bytes) => bytes && Buffer.from(bytes).toString('base64'))).size).toBe(1)
    expect(fileReads).toBe(1)
    await renderer.render(version, webp)
    const afterRestart = rendererOf({ cache: await openLoaded(join(root, 'cache'), 1_000_000) })
    await afterRestart.render(version, webp)
    expect(fileReads).toBe(1)
  })

  it('limits how many images render at a time', async () => {
    let running = 0
    let most = 0
    const watched: BlobStore = {
      ...blobs,
      async withFile(key, work) {
        running += 1
        most = Math.max(most, running)
        const result = await blobs.withFile(key, work)
        running -= 1
        return result
      },
    }
    const renderer = rendererOf({ blobs: watched, capacity: { concurrency: 2, maxQueued: 100 } })
    const widths = [16, 32, 48, 64, 96, 128, 160, 192]
    await Promise.all(widths.map((width) => renderer.render(version, { ...webp, width })))
    expect(most).toBe(2)
  })

  it('renders large images one at a time, while small ones continue', async () => {
    const large = '0b6a1f9e-8f0e-4a0c-9d53-0f7f0c2a1b14'
    const interlaced = sharp({ create: { width: 2400, height: 2400, channels: 3, background: 'white' } })
    await blobs.put(large, chunks(await interlaced.png({ progressive: true }).toBuffer()))
    const rendered: string[] = []
    let running = 0
    let most = 0
    const watched: BlobStore = {
      ...blobs,
      async withFile(key, work) {
        running += key === large ? 1 : 0
        most = Math.max(most, running)
        const result = await blobs.withFile(key, work)
        running -= key === large ? 1 : 0
        if (result !== 'large') rendered.push(key)
        return result
      },
    }
    // All images share one slot here to read the header. Large ones then use a slot of their own.
    const limits = { pixels: 1e8, decodedBytes: 1e9, memoryBytes: 1e8 }
    const renderer = rendererOf({ blobs: watched, limits, capacity: { concurrency: 1, maxQueued: 100 } })
    const widths = [640, 768, 960, 1024]
    const all = widths.map((width) => renderer.render(large, { ...webp, width }))
    const small = widths.map((width) => renderer.render(version, { ...webp, width }))
    await Promise.all([...all, ...small])
    // While one renders, the header of another may be read.
    expect(most).toBeLessThanOrEqual(2)
    expect(rendered.slice(-2)).toEqual([large, large])
  })

  it('refuses requests when the queue is full, and recovers', async () => {
    const renderer = rendererOf({ capacity: { concurrency: 1, maxQueued: 2 } })
    const widths = [16, 32, 48, 64, 96]
    const results = await Promise.allSettled(widths.map((width) => renderer.render(version, { ...webp, width })))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.map((result) => result.reason.status)).toEqual([503, 503])
    expect(await renderer.render(version, { ...webp, width: 96 })).not.toBeNull()
  })

  it('returns the image even if it cannot be cached', async () => {
    const failures: unknown[] = []
    const full: RenderedCache = { ...cache, put: () => Promise.reject(new Error('no space left on device')) }
    const renderer = rendererOf({ cache: full, onCacheFailure: (error) => failures.push(error) })
    expect(await renderer.render(version, webp)).not.toBeNull()
    expect(failures).toHaveLength(1)
  })

  it('returns null for a version without a blob', async () => {
    expect(await rendererOf().render('0b6a1f9e-8f0e-4a0c-9d53-000000000000', webp)).toBeNull()
  })

  it('refuses a decompression bomb and a broken image, and does not cache the failure', async () => {
    const bomb = '0b6a1f9e-8f0e-4a0c-9d53-0f7f0c2a1b12'
    const broken = '0b6a1f9e-8f0e-4a0c-9d53-0f7f0c2a1b13'
    const interlaced = '0b6a1f9e-8f0e-4a0c-9d53-0f7f0c2a1b15'
    const small = sharp({ create: { width: 900, height: 900, channels: 3, background: 'white' } })
    await blobs.put(interlaced, chunks(await small.png({ progressive: true }).toBuffer()))
    const white = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    await blobs.put(bomb, chunks(white))
    await blobs.put(broken, chunks((await picture('png', 100, 100)).subarray(0, 2000)))
    const renderer = rendererOf()
    for (const each of [bomb, broken, interlaced]) {
      await expect(renderer.render(each, webp)).rejects.toMatchObject({ status: 422 })
    }
    expect(await filesIn(join(root, 'cache'))).toEqual([])
  })
})

describe('the rendered cache', () => {
  const kilobytes = (count: number) => new Uint8Array(count * 1000)

  it('evicts the least recently used when it exceeds its limit', async () => {
    const small = await openLoaded(join(root, 'small'), 10_000)
    for (const name of ['a', 'b', 'c']) await small.put(version, name, kilobytes(3))
    await small.get(version, 'a')
    await small.put(version, 'd', kilobytes(3))
    expect((await filesIn(join(root, 'small'))).map(({ name }) => name).sort()).toEqual(['a', 'c', 'd'])
  })

  it('counts its files after a restart and deletes half-written ones', async () => {
    const before = await openLoaded(join(root, 'small'), 10_000)
    for (const name of ['a', 'b', 'c']) await before.put(version, name, kilobytes(3))
    const torn = join(root, 'small', 'incoming', 'torn')
    await writeFile(torn, 'x')
    await utimes(torn, 0, 0)
    const after = await openLoaded(join(root, 'small'), 7_000)
    expect(await filesIn(join(root, 'small'))).toHaveLength(2)
    await after.put(version, 'd', kilobytes(7))
    expect((await filesIn(join(root, 'small'))).map(({ name }) => name)).toEqual(['d'])
  })

  it('reads files of another process and tolerates files that another removed', async () => {
    const one = await openLoaded(join(root, 'shared'), 10_000)
    const other = await openLoaded(join(root, 'shared'), 10_000)
    await one.put(version, 'a', kilobytes(1))
    expect(await other.get(version, 'a')).toHaveLength(1000)
    await other.removeVersion(version)
    expect(await one.get(version, 'a')).toBeNull()
  })

  it('counts files of an earlier run as older than files used since the start', async () => {
    const before = await openLoaded(join(root, 'small'), 10_000)
    for (const name of ['a', 'b', 'c']) await before.put(version, name, kilobytes(3))
    const after = openRenderedCache(join(root, 'small'), 7_000)
    await Promise.all([after.get(version, 'a'), after.loaded])
    await after.put(version, 'd', kilobytes(3))
    expect((await filesIn(join(root, 'small'))).map(({ name }) => name).sort()).toEqual(['a', 'd'])
  })

  it('tolerates being deleted while running', async () => {
    await cache.put(version, 'a', kilobytes(1))
    await rm(join(root, 'cache'), { recursive: true })
    expect(await cache.get(version, 'a')).toBeNull()
    await cache.put(version, 'a', kilobytes(1))
    expect(await cache.get(version, 'a')).toHaveLength(1000)
  })

  it('is a folder that no other user of the machine can read, also when it is made again', async () => {
    const mode = async () => (await stat(join(root, 'cache'))).mode & 0o777
    expect(await mode()).toBe(0o700)
    await rm(join(root, 'cache'), { recursive: true })
    await cache.put(version, 'a', kilobytes(1))
    expect(await mode()).toBe(0o700)
  })
})
