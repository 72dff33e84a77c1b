/** What a picture takes to unpack, told by its header. */
import type { Metadata } from 'sharp'

export interface ImageLimits {
  readonly pixels: number
  /** Pixels x channels x bytes of a sample. */
  readonly decodedBytes: number
  /** The part of it that is in memory all at once: of interlaced pictures and most formats everything. */
  readonly heldBytes: number
}

const megabyte = 1024 * 1024

export const usualImageLimits: ImageLimits = {
  pixels: 100_000_000,
  decodedBytes: 400 * megabyte,
  heldBytes: 128 * megabyte,
}

const sampleBytes: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
}

/** A decoder of AVIF holds several pictures of its own (measured: 572 MB for 97). */
const avifCopies = 4

export function weigh(metadata: Metadata): ImageLimits {
  const { width, height, channels, depth } = metadata
  const pixels = width * height
  const decodedBytes = pixels * channels * (sampleBytes[depth] ?? 16)
  return { pixels, decodedBytes, heldBytes: decodedBytes * heldShare(metadata) }
}

/** How often a picture is in memory as a whole: line by line come only those that are neither interlaced nor to be turned. */
function heldShare({ format, isProgressive, orientation = 1 }: Metadata): number {
  if (format === 'heif') return avifCopies
  // JPEG is made smaller while it is read, before it is turned.
  const isByLine = (format === 'jpeg' || (format === 'png' && orientation <= 4)) && !isProgressive
  return isByLine ? 0 : 1
}

export const exceeds = (weight: ImageLimits, limits: ImageLimits): boolean =>
  weight.pixels > limits.pixels || weight.decodedBytes > limits.decodedBytes || weight.heldBytes > limits.heldBytes

/** Larger ones are drawn one at a time. */
export const isLarge = ({ decodedBytes, heldBytes }: ImageLimits): boolean =>
  heldBytes > 16 * megabyte || decodedBytes > 96 * megabyte
