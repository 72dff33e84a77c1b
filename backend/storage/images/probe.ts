/** Reads an image's header without decoding it. */
import sharp from 'sharp'
import { essence } from '../sniff.ts'
import { decodeCostOf, exceeds, type ImageLimits } from './decode-cost.ts'

/** Formats that sharp decodes. Others are stored unchanged and never rendered. */
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

/** Whether a file is an image of its claimed type and within the decoding limits. */
export async function isReadableImage(path: string, type: string, limits: ImageLimits): Promise<Verdict> {
  const format = readableFormats[essence(type)]
  if (format === undefined) return 'fine'
  try {
    const metadata = await sharp(path, { limitInputPixels: false }).metadata()
    if (metadata.format !== format) return 'unreadable'
    return exceeds(decodeCostOf(metadata), limits) ? 'too large' : 'fine'
  } catch {
    // libvips reports reasons as prose only. For any of them the file is not a valid image.
    return 'unreadable'
  }
}
