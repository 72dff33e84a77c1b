/** Looks at a picture's header, without unpacking it. */
import sharp from 'sharp'
import { essence } from '../sniff.ts'
import { exceeds, type ImageLimits, weigh } from './weight.ts'

/** Formats that sharp reads; others are stored as they come and never rendered. */
const readableFormats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
  'image/tiff': 'tiff',
}

export const isRenderable = (type: string) => essence(type) in readableFormats

export type Verdict = 'fine' | 'unreadable' | 'too large'

/** Whether a file that calls itself a picture is one, and not one that takes too much to unpack. */
export async function isReadableImage(path: string, type: string, limits: ImageLimits): Promise<Verdict> {
  const format = readableFormats[essence(type)]
  if (format === undefined) return 'fine'
  try {
    const metadata = await sharp(path, { limitInputPixels: false }).metadata()
    if (metadata.format !== format) return 'unreadable'
    return exceeds(weigh(metadata), limits) ? 'too large' : 'fine'
  } catch {
    // libvips tells its reasons in prose only; whichever it is, the file is no picture.
    return 'unreadable'
  }
}
