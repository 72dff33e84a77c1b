/**
 * Composes the hero picture from the emoji package. Run `npx tsx web/app/compose-hero.ts` after changing
 * the table below.
 */
import { fileURLToPath } from 'node:url'
import sharp, { type OverlayOptions } from 'sharp'

const width = 1120
const height = 920

/** Code point, centre, size and tilt of each treat, from back to front. */
const treats = [
  ['1f956', 700, 190, 330, 8],
  ['1f967', 345, 265, 290, -8],
  ['1f950', 920, 395, 300, 12],
  ['1f382', 610, 440, 470, 0],
  ['1f9c1', 215, 520, 280, -10],
  ['1f369', 905, 670, 260, 14],
  ['1f370', 380, 705, 290, -4],
  ['1f36a', 655, 760, 230, 10],
  ['1f353', 505, 830, 110, -16],
  ['1f36b', 150, 765, 190, -18],
] as const

const backdrop = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <circle cx="590" cy="470" r="430" fill="#fbe6bb"/>
  <circle cx="205" cy="640" r="190" fill="#fbe3e8"/>
  <circle cx="965" cy="215" r="120" fill="#fbe3e8"/>
</svg>`

async function emoji([code, x, y, size, tilt]: (typeof treats)[number]): Promise<OverlayOptions[]> {
  const source = fileURLToPath(import.meta.resolve(`@lobehub/fluent-emoji-3d/assets/${code}.webp`))
  const picture = await sharp(source)
    .resize(size, size, { kernel: 'lanczos3' })
    .rotate(tilt, { background: '#00000000' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const left = Math.round(x - picture.info.width / 2)
  const top = Math.round(y - picture.info.height / 2)
  return [
    { input: await shadow(size), left: Math.round(x - size * 0.55), top: Math.round(y + size * 0.28) },
    { input: picture.data, left, top },
  ]
}

/** A soft oval shadow below a treat. */
function shadow(size: number): Promise<Buffer> {
  const oval = { width: Math.round(size * 1.1), height: Math.round(size * 0.4) }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${oval.width}" height="${oval.height}">
    <ellipse cx="50%" cy="50%" rx="36%" ry="26%" fill="#2b1910" fill-opacity="0.18"/></svg>`
  return sharp(Buffer.from(svg))
    .blur(size * 0.035)
    .png()
    .toBuffer()
}

const layers = await Promise.all(treats.map(emoji))
await sharp(Buffer.from(backdrop))
  .composite(layers.flat())
  .webp({ quality: 82, alphaQuality: 90, effort: 6 })
  .toFile(fileURLToPath(new URL('hero.webp', import.meta.url)))
