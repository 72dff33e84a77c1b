/** Lays pictures over one another. By hand, since sharp's composite works over the whole canvas for every layer, however small. */

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

/** Draws a layer of four channels on a canvas of three, with its top left corner at the place given; what sticks out is cut off. */
export function draw(canvas: Pixels, layer: Pixels, left: number, top: number): void {
  const area = overlap(canvas, layer, left, top)
  const [under, over] = [canvas.data, layer.data]
  for (let y = area.top; y < area.bottom; y += 1) {
    let from = ((y - top) * layer.width + (area.left - left)) * 4
    let to = (y * canvas.width + area.left) * 3
    for (let x = area.left; x < area.right; x += 1, from += 4, to += 3) {
      const opacity = (over[from + 3] ?? 0) / 255
      if (opacity === 0) continue
      for (let channel = 0; channel < 3; channel += 1) {
        const below = under[to + channel] ?? 0
        under[to + channel] = below + ((over[from + channel] ?? 0) - below) * opacity + 0.5
      }
    }
  }
}

/** Adds the opacity of a layer of four channels to a mask of one. */
export function drawOutline(mask: Pixels, layer: Pixels, left: number, top: number): void {
  const area = overlap(mask, layer, left, top)
  for (let y = area.top; y < area.bottom; y += 1)
    for (let x = area.left; x < area.right; x += 1) {
      const at = y * mask.width + x
      const opacity = layer.data[((y - top) * layer.width + (x - left)) * 4 + 3] ?? 0
      mask.data[at] = Math.max(mask.data[at] ?? 0, opacity)
    }
}

/** Darkens a canvas of three channels towards a colour, as far as the mask of its size says. */
export function darken(
  canvas: Pixels,
  mask: Pixels,
  [red, green, blue]: readonly [number, number, number],
  strength: number,
): void {
  const { data } = canvas
  for (let at = 0, to = 0; at < mask.data.length; at += 1, to += 3) {
    const opacity = ((mask.data[at] ?? 0) / 255) * strength
    if (opacity === 0) continue
    data[to] = (data[to] ?? 0) * (1 - opacity) + red * opacity
    data[to + 1] = (data[to + 1] ?? 0) * (1 - opacity) + green * opacity
    data[to + 2] = (data[to + 2] ?? 0) * (1 - opacity) + blue * opacity
  }
}
