/** Image transformation parameters, rounded to a limited set of renditions. */
import { z } from 'zod'
import { invalidRequest } from '../errors.ts'
import { essence } from '../sniff.ts'

export type Format = 'webp' | 'avif' | 'jpeg' | 'png' | 'gif'

export interface Rendition {
  /** Null keeps the image's proportions. */
  readonly width: number | null
  readonly height: number | null
  readonly resize: 'cover' | 'contain' | 'fill'
  readonly quality: number
  readonly format: Format
}

const side = z.coerce.number().int().min(1).max(100_000)

const querySchema = z.object({
  width: side.optional(),
  height: side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
  quality: z.coerce.number().int().min(20).max(100).default(80),
  format: z.enum(['origin', 'webp', 'avif', 'jpeg', 'png']).optional(),
})

/** Widths are rounded up to one of these, so that a client cannot cause thousands of renditions of an image. */
const widths = [
  16, 32, 48, 64, 96, 128, 160, 192, 256, 320, 384, 480, 512, 640, 768, 960, 1024, 1280, 1536, 1600, 1920, 2048, 2560,
]
const maxWidth = 2560
const qualityStep = 5

const roundUp = (pixels: number) => widths.find((width) => width >= pixels) ?? maxWidth

/** Rounds the longer side up and keeps the requested proportions. */
function roundedSides(width: number | undefined, height: number | undefined) {
  if (width === undefined) return { width: null, height: height === undefined ? null : roundUp(height) }
  if (height === undefined) return { width: roundUp(width), height: null }
  const scale = roundUp(Math.max(width, height)) / Math.max(width, height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const originals: Readonly<Record<string, Format>> = {
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
}

function chosenFormat(requested: string | undefined, accept: string, type: string): Format {
  const original = originals[essence(type)] ?? 'jpeg'
  if (requested === 'origin') return original
  if (requested === 'webp' || requested === 'avif' || requested === 'jpeg' || requested === 'png') return requested
  // AVIF takes ten times as long to encode as WebP and saves little more, so only `format=avif` selects it.
  return /\bimage\/webp\b/.test(accept) ? 'webp' : original
}

const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' }

/** The rendition, and the transformations as requested, in imgproxy's words. @throws StorageError InvalidRequest */
export function readRendition(query: URLSearchParams, accept: string, type: string) {
  const parsed = querySchema.safeParse(Object.fromEntries(query))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalidRequest(`querystring/${issue?.path.join('/')} ${issue?.message}`)
  }
  const { width, height, resize, quality, format } = parsed.data
  const rendition: Rendition = {
    ...roundedSides(width, height),
    resize,
    quality: Math.round(quality / qualityStep) * qualityStep,
    format: chosenFormat(format, accept, type),
  }
  const resizing = width === undefined && height === undefined ? undefined : resizingTypes[resize]
  const requested = Object.entries({
    height,
    width,
    resizing_type: resizing,
    quality: query.has('quality') ? quality : undefined,
    format: format === 'origin' ? undefined : format,
  }).filter(([, value]) => value !== undefined)
  return { rendition, transformations: requested.map(([name, value]) => `${name}:${value}`).join(',') }
}

/** A unique name of a rendition, for its cache key and ETag. */
export const nameOf = ({ width, height, resize, quality, format }: Rendition) =>
  `${width ?? ''}x${height ?? ''}-${resize}-q${quality}.${format}`
