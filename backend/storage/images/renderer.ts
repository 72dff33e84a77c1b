/** Makes renditions with sharp: each once, a few at a time, and never larger than the original. */
import { availableParallelism } from 'node:os'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { type Capacity, createJobLimit } from '#backend/job-limit'
import type { BlobStore } from '../blob-store.ts'
import { tooBusy, unreadableImage } from '../errors.ts'
import { decodeCostOf, exceeds, type ImageLimits, isLarge } from './decode-cost.ts'
import { nameOf, type Rendition } from './parameters.ts'
import type { RenderedCache } from './rendered-cache.ts'

export interface Renderer {
  /** @returns null if the version has no blob @throws StorageError if the image is invalid or the queue is full */
  render(version: string, rendition: Rendition): Promise<Uint8Array<ArrayBuffer> | null>
  /** Deletes the renditions of a version. */
  remove(version: string): Promise<void>
}

export interface RendererOptions {
  readonly limits: ImageLimits
  readonly capacity?: Capacity
  /** Called when a rendition could not be cached. */
  readonly onCacheFailure: (error: unknown) => void
}

/** One processor is left for other work. A request beyond the queue is refused instead of waiting for minutes. */
const machineCapacity: Capacity = { concurrency: Math.max(1, availableParallelism() - 1), maxQueued: 256 }
/** Capacity for images that need much memory. */
const largeCapacity: Capacity = { concurrency: 1, maxQueued: 16 }

/** The limit without a requested width or height. */
const longestSide = 2560

export function createRenderer(
  blobs: BlobStore,
  cache: RenderedCache,
  { limits, capacity = machineCapacity, onCacheFailure }: RendererOptions,
): Renderer {
  // Renditions are cached on disk. libvips's own cache would keep memory and deleted files.
  sharp.cache(false)
  // One thread per image, because images are rendered in parallel and each thread keeps its own memory.
  sharp.concurrency(1)
  const limit = createJobLimit(capacity, tooBusy)
  const limitLarge = createJobLimit(largeCapacity, tooBusy)
  const rendering = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>()

  async function renderAndCache(version: string, rendition: Rendition): Promise<Uint8Array<ArrayBuffer> | null> {
    const result = await limit(() => blobs.withFile(version, (path) => renderIfSmall(path, rendition, limits)))
    const bytes =
      result === 'large'
        ? await limitLarge(() => blobs.withFile(version, (path) => renderFile(path, rendition, limits)))
        : result
    // With a full disk the response succeeds and the next request renders again.
    if (bytes !== null) await cache.put(version, nameOf(rendition), bytes).catch(onCacheFailure)
    return bytes
  }

  return {
    remove: (version) => cache.removeVersion(version),
    async render(version, rendition) {
      const name = nameOf(rendition)
      const cached = await cache.get(version, name)
      if (cached !== null) return cached
      const key = `${version}/${name}`
      const rendered = rendering.get(key) ?? renderAndCache(version, rendition).finally(() => rendering.delete(key))
      rendering.set(key, rendered)
      return rendered
    },
  }
}

/** @throws StorageError if it is not an image or exceeds the decoding limits */
async function renderIfSmall(path: string, rendition: Rendition, limits: ImageLimits) {
  const metadata = await sharp(path, { limitInputPixels: limits.pixels }).metadata().catch(throwUnreadable)
  const cost = decodeCostOf(metadata)
  if (exceeds(cost, limits)) throw unreadableImage(new Error('decoding it exceeds the limits'))
  return isLarge(cost) ? 'large' : renderFile(path, rendition, limits)
}

const throwUnreadable = (error: unknown): never => {
  throw unreadableImage(error)
}

async function renderFile(
  path: string,
  rendition: Rendition,
  { pixels }: ImageLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const picture = sharp(path, { limitInputPixels: pixels, failOn: 'error' })
    const { autoOrient } = await picture.metadata()
    // Applies the EXIF orientation. sharp drops EXIF, so the location is not published.
    const resized = picture.autoOrient().resize(sizeWithin(autoOrient, rendition))
    return new Uint8Array(await encoded(resized, rendition).toBuffer())
  } catch (error) {
    throw unreadableImage(error)
  }
}

function sizeWithin(source: { width: number; height: number }, { width, height, resize }: Rendition): ResizeOptions {
  if (width === null && height === null) {
    return { width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true }
  }
  if (width === null || height === null) return { ...given(width, height), withoutEnlargement: true }
  switch (resize) {
    case 'contain':
      return { width, height, fit: 'inside', withoutEnlargement: true }
    case 'fill':
      return { width: Math.min(width, source.width), height: Math.min(height, source.height), fit: 'fill' }
    case 'cover': {
      // The requested box shrinks in proportion if the original is smaller.
      const scale = Math.min(1, source.width / width, source.height / height)
      const shrunk = (side: number) => Math.max(1, Math.round(side * scale))
      return { width: shrunk(width), height: shrunk(height), fit: 'cover' }
    }
  }
}

const given = (width: number | null, height: number | null): ResizeOptions => ({
  ...(width === null ? {} : { width }),
  ...(height === null ? {} : { height }),
})

function encoded(picture: Sharp, { format, quality }: Rendition): Sharp {
  switch (format) {
    case 'webp':
      return picture.webp({ quality })
    case 'avif':
      return picture.avif({ quality, effort: 2 })
    case 'jpeg':
      return picture.flatten({ background: 'white' }).jpeg({ quality, progressive: true })
    case 'png':
      return picture.png()
    case 'gif':
      return picture.gif()
  }
}
