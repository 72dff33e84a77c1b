/** Composes the sample's pictures as WebP: product pictures, shop banners and logos. Needs no network. */
import sharp from 'sharp'
import { type EmojiName, emoji } from './emoji.ts'
import type { Palette } from './palettes.ts'
import { darken, draw, drawOutline, type Pixels } from './pixels.ts'
import { definitions, shadow, side } from './props.ts'
import {
  arrange,
  arrangeBanner,
  arrangeLogo,
  bannerSize,
  type Item,
  logoSize,
  type PicturePlan,
  type Scene,
} from './scenes.ts'

export interface Picture extends Scene {
  readonly palette: Palette
  readonly width: number
  readonly height: number
}

/** A product's square picture, 1280 by 1280. The seed varies pictures of the same plan. */
export function productPicture(plan: PicturePlan, palette: Palette, seed: string): Picture {
  return { ...arrange(plan, palette, seed), palette, width: side, height: side }
}

/** A shop's wide banner: its products, lined up on a counter. */
export function bannerPicture(names: readonly EmojiName[], palette: Palette, seed: string): Picture {
  return { ...arrangeBanner(names, palette, seed), palette, ...bannerSize }
}

/** A shop's logo: a badge that can be cropped to a circle. */
export function logoPicture(name: EmojiName, palette: Palette): Picture {
  return { ...arrangeLogo(name, palette), palette, ...logoSize }
}

/** Scales, mirrors and rotates in one pass, because every pass loses sharpness. */
async function scaled({ name, size, turn = 0, isMirrored = false }: Item): Promise<Pixels> {
  const { data: pixels, width, height } = await emoji(name)
  const scale = size / Math.max(width, height)
  const [cos, sin] = [scale * Math.cos((turn * Math.PI) / 180), scale * Math.sin((turn * Math.PI) / 180)]
  const original = sharp(pixels, { raw: { width, height, channels: 4 } })
  const source = isMirrored ? original.flop() : original
  const image =
    turn === 0
      ? source.resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), {
          kernel: 'lanczos3',
        })
      : source.affine([cos, -sin, sin, cos], {
          background: { r: 0, g: 0, b: 0, alpha: 0 },
          interpolator: sharp.interpolators.bicubic,
        })
  // Enlarging blurs. sharpen() with a sigma would be finer, but takes four times as long as the rest of a picture.
  if (scale > 1.5) image.sharpen()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Shadows of standing food on its surface, as SVG. */
async function footShadows(items: readonly Item[]): Promise<string> {
  const shadows = await Promise.all(
    items
      .filter(({ stands }) => stands)
      .map(async ({ name, x, y, size }) => {
        const { width, height } = await emoji(name)
        const wide = (size * width) / Math.max(width, height)
        return shadow(x + wide * 0.04, y - size * 0.012, wide * 0.56, Math.max(16, wide * 0.1))
      }),
  )
  return shadows.join('')
}

/** Shadows of lying food are drawn at an eighth of the size. They are blurred, so resolution does not matter. */
const shadowScale = 8

/** Shadows of lying food: its outlines, slightly offset and blurred. */
async function lyingShadows(items: readonly Item[], canvas: Pixels): Promise<Pixels | null> {
  const lying = items.filter(({ stands }) => !stands)
  if (lying.length === 0) return null
  const [width, height] = [Math.ceil(canvas.width / shadowScale), Math.ceil(canvas.height / shadowScale)]
  const mask = { data: new Uint8Array(width * height), width, height }
  for (const item of lying) {
    const outline = await scaled({ ...item, size: item.size / shadowScale })
    const [x, y] = [(item.x + 12) / shadowScale, (item.y + 28) / shadowScale]
    drawOutline(mask, outline, Math.round(x - outline.width / 2), Math.round(y - outline.height / 2))
  }
  const raw = { width, height, channels: 1 } as const
  const blurred = await sharp(mask.data, { raw }).blur(2.2).toColourspace('b-w').raw().toBuffer()
  const data = await sharp(blurred, { raw })
    .resize(canvas.width, canvas.height, { kernel: 'cubic', fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { data, width: canvas.width, height: canvas.height }
}

function channels(colour: string): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Part of the digest in a cached picture's name, so that a change here composes all pictures again. */
export const encoding = { quality: 84, effort: 1 } as const

/** @returns a webp file */
export async function compose({ svg, items, palette, width, height }: Picture): Promise<Buffer> {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${definitions(palette)}</defs>${svg}${await footShadows(items)}</svg>`
  const canvas: Pixels = { data: await sharp(Buffer.from(drawn)).removeAlpha().raw().toBuffer(), width, height }
  const shadows = await lyingShadows(items, canvas)
  if (shadows) darken(canvas, shadows, channels(palette.shade), 0.42)
  for (const item of items) {
    const layer = await scaled(item)
    const top = item.stands ? item.y - layer.height : item.y - layer.height / 2
    draw(canvas, layer, Math.round(item.x - layer.width / 2), Math.round(top))
  }
  return sharp(canvas.data, { raw: { width, height, channels: 3 } })
    .webp(encoding)
    .toBuffer()
}
