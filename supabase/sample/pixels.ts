/** Composites pictures in JavaScript. sharp's composite processes the whole canvas for every layer, however small. */

/** Rows of red, green, blue and, with four channels, opacity. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

interface Overlap {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function overlap(canvas: Pixels, layer: Pixels, left: number, top: number): Overlap {
  return {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(canvas.width, left + layer.width),
    bottom: Math.min(canvas.height, top + layer.height),
  }
}

/** Crops a four-channel picture to the rows and columns that are not almost transparent. */
export function cropped({ data, width, height }: Pixels): Pixels {
  const isDrawn = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) > 8
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (isDrawn(x, y)) {
        left = Math.min(left, x)
        right = Math.max(right, x + 1)
        top = Math.min(top, y)
        bottom = y + 1
      }
  const [croppedWidth, croppedHeight] = [Math.max(0, right - left), Math.max(0, bottom - top)]
  const kept = new Uint8Array(croppedWidth * croppedHeight * 4)
  for (let y = 0; y < croppedHeight; y += 1) {
    const start = ((top + y) * width + left) * 4
    kept.set(data.subarray(start, start + croppedWidth * 4), y * croppedWidth * 4)
  }
  return { data: kept, width: croppedWidth, height: croppedHeight }
}

/** Draws a four-channel layer on a three-channel canvas, its top left corner at the given place, clipped to the canvas. */
export function draw(canvas: Pixels, layer: Pixels, left: number, top: number): void {
  const area = overlap(canvas, layer, left, top)
  const [under, over] = [canvas.data, layer.data]
  for (let y = area.top; y < area.bottom; y += 1) {
    let from = ((y - top) * layer.width + (area.left - left)) * 4
    let to = (y * canvas.width + area.left) * 3
    for (let x = area.left; x < area.right; x += 1, from += 4, to += 3) {
      const opacity = over[from + 3] ?? 0
      if (opacity === 0) continue
      under[to] = mixed(under[to] ?? 0, over[from] ?? 0, opacity)
      under[to + 1] = mixed(under[to + 1] ?? 0, over[from + 1] ?? 0, opacity)
      under[to + 2] = mixed(under[to + 2] ?? 0, over[from + 2] ?? 0, opacity)
    }
  }
}

/** Integers only: this runs for every pixel of every picture. */
function mixed(below: number, above: number, opacity: number): number {
  return ((below * (255 - opacity) + above * opacity + 127) / 255) | 0
}

/** Adds the opacity of a four-channel layer to a one-channel mask. */
export function drawOutline(mask: Pixels, layer: Pixels, left: number, top: number): void {
  const area = overlap(mask, layer, left, top)
  for (let y = area.top; y < area.bottom; y += 1)
    for (let x = area.left; x < area.right; x += 1) {
      const at = y * mask.width + x
      const opacity = layer.data[((y - top) * layer.width + (x - left)) * 4 + 3] ?? 0
      mask.data[at] = Math.max(mask.data[at] ?? 0, opacity)
    }
}

/** Darkens a three-channel canvas towards a colour, in proportion to a mask of its size. */
export function darken(
  canvas: Pixels,
  mask: Pixels,
  [red, green, blue]: readonly [number, number, number],
  strength: number,
): void {
  const { data } = canvas
  for (let at = 0, to = 0; at < mask.data.length; at += 1, to += 3) {
    const opacity = ((mask.data[at] ?? 0) * strength) | 0
    if (opacity === 0) continue
    data[to] = mixed(data[to] ?? 0, red, opacity)
    data[to + 1] = mixed(data[to + 1] ?? 0, green, opacity)
    data[to + 2] = mixed(data[to + 2] ?? 0, blue, opacity)
  }
}
