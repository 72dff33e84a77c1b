/** What a picture's URL asks for, and which of the few pictures we are ready to make answers it. */
import { z } from 'zod'
import { invalidRequest } from '../errors.ts'
import { essence } from '../sniff.ts'

export type Format = 'webp' | 'avif' | 'jpeg' | 'png' | 'gif'

export interface Rendition {
  /** Null leaves the side to the picture's own proportions. */
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

/** Whatever width is asked, one of these is made, so that a client cannot have thousands of pictures made of one. */
const ladder = [
  16, 32, 48, 64, 96, 128, 160, 192, 256, 320, 384, 480, 512, 640, 768, 960, 1024, 1280, 1536, 1600, 1920, 2048, 2560,
]
const longest = 2560
const qualityStep = 5

const rung = (pixels: number) => ladder.find((step) => step >= pixels) ?? longest

/** Rounds the leading side up to the ladder and keeps the proportions that were asked for. */
function roundedSides(width: number | undefined, height: number | undefined) {
  if (width === undefined) return { width: null, height: height === undefined ? null : rung(height) }
  if (height === undefined) return { width: rung(width), height: null }
  const scale = rung(Math.max(width, height)) / Math.max(width, height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const originals: Readonly<Record<string, Format>> = {
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
}

function chosenFormat(asked: string | undefined, accept: string, type: string): Format {
  const original = originals[essence(type)] ?? 'jpeg'
  if (asked === 'origin') return original
  if (asked === 'webp' || asked === 'avif' || asked === 'jpeg' || asked === 'png') return asked
  // AVIF takes ten times as long to make as WebP and saves little more: it is made when asked for by name.
  return /\bimage\/webp\b/.test(accept) ? 'webp' : original
}

/** @throws StorageError InvalidRequest */
export function readRendition(query: URLSearchParams, accept: string, type: string): Rendition {
  const parsed = querySchema.safeParse(Object.fromEntries(query))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalidRequest(`querystring/${issue?.path.join('/')} ${issue?.message}`)
  }
  const { width, height, resize, quality, format } = parsed.data
  return {
    ...roundedSides(width, height),
    resize,
    quality: Math.round(quality / qualityStep) * qualityStep,
    format: chosenFormat(format, accept, type),
  }
}

/** One text for one rendition: part of its cache key and of its ETag. */
export const nameOf = ({ width, height, resize, quality, format }: Rendition) =>
  `${width ?? ''}x${height ?? ''}-${resize}-q${quality}.${format}`
