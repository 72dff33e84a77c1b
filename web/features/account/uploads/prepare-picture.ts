/**
 * Redraws a chosen picture for the upload. This removes its metadata, such as the location of the kitchen, and limits
 * its size.
 */
import { imageFileError, notAnImage, unreadableFile, uploadLimitBytes } from '#domain/values/image-upload'
import { MessageError } from '#platform/message-for.ts'
import { type Frame, frameOf, type SquareCrop } from './picture-frame.ts'

export class PictureError extends MessageError {
  override name = 'PictureError'
}

const maxSidePixels = 2_000
const quality = 0.88

/**
 * A JPEG becomes a JPEG. Other formats become WebP, or PNG if the browser writes no WebP, to keep transparency. A PNG
 * that would be too large becomes a JPEG.
 * @param crop the square to keep
 * @throws PictureError
 */
export async function preparePicture(file: File, crop?: SquareCrop): Promise<File> {
  const error = imageFileError(file)
  if (error) throw new PictureError(error)
  const bitmap = await decode(file)
  try {
    const frame = frameOf(bitmap, maxSidePixels, crop)
    const drawn = await draw(bitmap, frame, outputType(file))
    const blob = drawn.size < uploadLimitBytes ? drawn : await draw(bitmap, frame, 'image/jpeg')
    const name = file.name.replace(/\.[^.]*$/, '') || 'picture'
    return new File([blob], `${name}.${extensionOf(blob.type)}`, { type: blob.type })
  } finally {
    bitmap.close()
  }
}

export function extensionOf(type: string): string {
  return type.replace('image/', '').replace('jpeg', 'jpg')
}

function outputType(file: File): string {
  return file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
}

async function decode(file: File): Promise<ImageBitmap> {
  // SVG is refused, even if the browser could draw it.
  if (file.type.startsWith('image/svg')) throw new PictureError(notAnImage)
  try {
    await file.slice(0, 16).arrayBuffer()
  } catch (cause) {
    throw new PictureError(unreadableFile, { cause })
  }
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (cause) {
    throw new PictureError(notAnImage, { cause })
  }
}

async function draw(bitmap: ImageBitmap, { left, top, width, height, target }: Frame, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = target.width
  canvas.height = target.height
  const context = canvas.getContext('2d')
  if (!context) throw new PictureError(unreadableFile)
  if (type === 'image/jpeg') {
    // Transparent pixels would turn black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, target.width, target.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, left, top, width, height, 0, 0, target.width, target.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new PictureError(unreadableFile)
  return blob
}
