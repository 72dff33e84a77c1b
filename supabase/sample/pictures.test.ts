import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { palettes } from './palettes.ts'
import { bannerPicture, compose, logoPicture, productPicture } from './pictures.ts'
import { cropped, draw } from './pixels.ts'
import type { PicturePlan } from './scenes.ts'

const plan: PicturePlan = {
  scene: 'above',
  cover: 'gingham',
  dish: 'plate',
  hero: 'croissant',
  count: 3,
  with: ['butter', 'coffee'],
}

/** A picture of one colour, identified by its red value. */
function square(side: number, channels: 3 | 4, red: number, opacity = 255) {
  const data = new Uint8Array(side * side * channels)
  for (let at = 0; at < data.length; at += channels) {
    data[at] = red
    if (channels === 4) data[at + 3] = opacity
  }
  return { data, width: side, height: side }
}

describe('a composed picture', () => {
  it.each([
    ['a product', productPicture(plan, palettes.butter, 'a'), 1280, 1280],
    ['a banner', bannerPicture(['croissant', 'coffee'], palettes.butter, 'a'), 1600, 500],
    ['a logo', logoPicture('croissant', palettes.butter), 512, 512],
  ])('is a WebP of the right size and under 100 kB: %s', async (_, picture, width, height) => {
    const webp = await compose(picture)
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width, height })
    expect(webp.length).toBeLessThan(100_000)
  })

  it('is equal for equal plans and seeds, and different for another seed', async () => {
    const once = await compose(productPicture(plan, palettes.butter, 'a'))
    expect(once.equals(await compose(productPicture(plan, palettes.butter, 'a')))).toBe(true)
    expect(once.equals(await compose(productPicture(plan, palettes.butter, 'b')))).toBe(false)
  })

  it('shows the food as well as the background', async () => {
    const bare = await compose({ ...productPicture(plan, palettes.butter, 'a'), items: [] })
    const full = await compose(productPicture(plan, palettes.butter, 'a'))
    const colours = async (webp: Buffer) =>
      (await sharp(webp).extract({ left: 440, top: 440, width: 400, height: 400 }).stats()).entropy
    expect(await colours(full)).toBeGreaterThan((await colours(bare)) + 1)
  })
})

describe('drawing', () => {
  it('blends by opacity', () => {
    const canvas = square(2, 3, 0)
    draw(canvas, square(1, 4, 200, 255), 0, 0)
    draw(canvas, square(1, 4, 200, 128), 1, 0)
    expect([canvas.data[0], canvas.data[3], canvas.data[6]]).toEqual([200, 100, 0])
  })

  it.each([
    [-1, -1, [200, 0, 0, 0]],
    [1, 1, [0, 0, 0, 200]],
    [2, 0, [0, 0, 0, 0]],
    [-5, -5, [0, 0, 0, 0]],
  ])('clips a layer at %d, %d', (left, top, reds) => {
    const canvas = square(2, 3, 0)
    draw(canvas, square(2, 4, 200), left, top)
    expect([0, 3, 6, 9].map((at) => canvas.data[at])).toEqual(reds)
  })

  it('crops to the visible pixels', () => {
    const picture = { data: new Uint8Array(4 * 3 * 4), width: 4, height: 3 }
    picture.data[(1 * 4 + 2) * 4 + 3] = 255
    picture.data[(2 * 4 + 1) * 4 + 3] = 255
    expect(cropped(picture)).toMatchObject({ width: 2, height: 2 })
  })
})
