/** The cost of decoding an image, computed from its header. */
import type { Metadata } from 'sharp'

export interface DecodeCost {
  readonly pixels: number
  /** Pixels x channels x bytes of a sample. */
  readonly decodedBytes: number
  /** The part that is in memory at once: all of it for interlaced images and most formats. */
  readonly memoryBytes: number
}

/** The highest cost that is allowed. */
export type ImageLimits = DecodeCost

const megabyte = 1024 * 1024

export const defaultImageLimits: ImageLimits = {
  pixels: 100_000_000,
  decodedBytes: 400 * megabyte,
  memoryBytes: 128 * megabyte,
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

/** The AVIF decoder keeps several copies (measured: 572 MB for 97 MB). */
const avifCopies = 4

export function decodeCostOf(metadata: Metadata): DecodeCost {
  const { width, height, channels, depth } = metadata
  const pixels = width * height
  const decodedBytes = pixels * channels * (sampleBytes[depth] ?? 16)
  return { pixels, decodedBytes, memoryBytes: decodedBytes * copiesInMemory(metadata) }
}

/** How many copies of the image are in memory. Images that are neither interlaced nor rotated are decoded line by line. */
function copiesInMemory({ format, isProgressive, orientation = 1 }: Metadata): number {
  if (format === 'heif') return avifCopies
  // JPEG is reduced while it is decoded, before it is rotated.
  const isByLine = (format === 'jpeg' || (format === 'png' && orientation <= 4)) && !isProgressive
  return isByLine ? 0 : 1
}

export const exceeds = (cost: DecodeCost, limits: ImageLimits): boolean =>
  cost.pixels > limits.pixels || cost.decodedBytes > limits.decodedBytes || cost.memoryBytes > limits.memoryBytes

/** Large images are rendered one at a time. */
export const isLarge = ({ decodedBytes, memoryBytes }: DecodeCost): boolean =>
  memoryBytes > 16 * megabyte || decodedBytes > 96 * megabyte
