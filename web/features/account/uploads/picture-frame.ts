/** Calculates which part of a picture is kept, and its target size. */

export interface Size {
  readonly width: number
  readonly height: number
}

/** A zoom of 1 shows the whole shorter side. The centre of the square is given as fractions from 0 to 1. */
export interface SquareCrop {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

export const centredSquare: SquareCrop = { zoom: 1, x: 0.5, y: 0.5 }
export const maxZoom = 4

export interface Frame extends Size {
  readonly left: number
  readonly top: number
  readonly target: Size
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** Pictures are never enlarged. @param maxSide the maximum length of the longer side in pixels */
export function frameOf(size: Size, maxSide: number, crop?: SquareCrop): Frame {
  // Named one by one, because spreading a bitmap copies none of its getters.
  if (!crop) return { left: 0, top: 0, width: size.width, height: size.height, target: scaled(size, maxSide) }
  const side = Math.min(size.width, size.height) / clamp(crop.zoom, 1, maxZoom)
  return {
    left: clamp(crop.x * size.width - side / 2, 0, size.width - side),
    top: clamp(crop.y * size.height - side / 2, 0, size.height - side),
    width: side,
    height: side,
    target: scaled({ width: side, height: side }, maxSide),
  }
}

function scaled({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
