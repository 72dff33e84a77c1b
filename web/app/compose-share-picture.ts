/**
 * Composes the default picture of shared links. Run `npx tsx web/app/compose-share-picture.ts` after changing the hero.
 */
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const width = 1280
const height = 672
const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const hero = await sharp(fromHere('hero.webp')).resize({ height: 600 }).toBuffer()
const sign = await sharp(fromHere('../public/favicon.svg'), { density: 900 }).resize(330, 330).toBuffer()
await sharp({ create: { width, height, channels: 3, background: '#f4e9d7' } })
  .composite([
    { input: sign, left: 110, top: 168 },
    { input: hero, left: 500, top: 36 },
  ])
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(fromHere('../public/share.jpg'))
