/** Makes renditions with sharp: each once, a few at a time, and never larger than the picture itself. */
import { availableParallelism } from 'node:os'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import type { BlobStore } from '../blob-store.ts'
import { tooBusy, unreadableImage } from '../errors.ts'
import { nameOf, type Rendition } from './parameters.ts'
import type { RenderedCache } from './rendered-cache.ts'
import { exceeds, type ImageLimits, isLarge, weigh } from './weight.ts'

export interface Renderer {
  /** @returns null when the version's blob is gone. @throws StorageError where the picture cannot be read or too many wait */
  render(version: string, rendition: Rendition): Promise<Uint8Array<ArrayBuffer> | null>
  /** What was made of a version is made anew. */
  forget(version: string): Promise<void>
}

export interface Capacity {
  readonly atATime: number
  /** Beyond these a request is turned away instead of waiting for minutes. */
  readonly waiting: number
}

export interface RendererOptions {
  readonly limits: ImageLimits
  readonly capacity?: Capacity
  /** Hears why a finished picture could not be kept. */
  readonly onCacheFailure: (error: unknown) => void
}

/** One processor is left to everything else. */
const machineCapacity: Capacity = { atATime: Math.max(1, availableParallelism() - 1), waiting: 256 }
/** Of pictures that take much memory. */
const largeCapacity: Capacity = { atATime: 1, waiting: 16 }

/** Without a width or height a picture still has bounds. */
const longestSide = 2560

export function createRenderer(
  blobs: BlobStore,
  cache: RenderedCache,
  { limits, capacity = machineCapacity, onCacheFailure }: RendererOptions,
): Renderer {
  // What we keep is on disk; libvips's own cache would hold on to memory and to files that are gone.
  sharp.cache(false)
  // One thread a picture: several pictures are drawn side by side anyway, and each thread keeps memory of its own.
  sharp.concurrency(1)
  const turns = createTurns(capacity)
  const largeTurns = createTurns(largeCapacity)
  const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>()

  async function make(version: string, rendition: Rendition): Promise<Uint8Array<ArrayBuffer> | null> {
    const outcome = await turns(() => blobs.withFile(version, (path) => drawIfSmall(path, rendition, limits)))
    const bytes =
      outcome === 'large'
        ? await largeTurns(() => blobs.withFile(version, (path) => draw(path, rendition, limits)))
        : outcome
    // A full disk costs the next one who asks some time, this one nothing.
    if (bytes !== null) await cache.put(version, nameOf(rendition), bytes).catch(onCacheFailure)
    return bytes
  }

  return {
    forget: (version) => cache.forget(version),
    async render(version, rendition) {
      const name = nameOf(rendition)
      const cached = await cache.get(version, name)
      if (cached !== null) return cached
      const key = `${version}/${name}`
      const made = underWay.get(key) ?? make(version, rendition).finally(() => underWay.delete(key))
      underWay.set(key, made)
      return made
    },
  }
}

/** @throws StorageError for what is no picture, or takes more to unpack than one may */
async function drawIfSmall(path: string, rendition: Rendition, limits: ImageLimits) {
  const metadata = await sharp(path, { limitInputPixels: limits.pixels }).metadata().catch(refuse)
  const weight = weigh(metadata)
  if (exceeds(weight, limits)) throw unreadableImage(new Error('it takes too much to unpack'))
  return isLarge(weight) ? 'large' : draw(path, rendition, limits)
}

const refuse = (error: unknown): never => {
  throw unreadableImage(error)
}

async function draw(path: string, rendition: Rendition, { pixels }: ImageLimits): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const picture = sharp(path, { limitInputPixels: pixels, failOn: 'error' })
    const { autoOrient } = await picture.metadata()
    // Turned as the camera held it; sharp leaves out EXIF, so a picture's place of taking stays with its owner.
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
      // A box that does not fit shrinks as a whole: the proportions were asked for, the pixels are not there.
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

/** Lets some jobs run and the rest wait in line. @throws StorageError SlowDown when the line is full */
function createTurns({ atATime, waiting }: Capacity) {
  const line: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atATime) {
      if (line.length >= waiting) throw tooBusy()
      await new Promise<void>((resolve) => line.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The turn is handed on, not given back, so that nobody can slip in between.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
