/** Turns what the database holds for a picture into addresses the browser can load: pure, so that the server can use it too. */

/** In a page, and across a whole screen. The second is for browsers that do not choose. */
export const pictureWidths = [320, 640, 960, 1280] as const
export const screenWidths = [960, 1280, 1920, 2560] as const

export interface ImageSources {
  src: string
  srcSet?: string
}

/**
 * @param source an absolute http(s) URL, or a storage path `bucket/path.webp`
 * @param storageOrigin where Supabase's storage lives; empty when it is this site
 */
export function imageSources(
  source: string | null | undefined,
  storageOrigin: string,
  widths: readonly [number, number, ...number[]] = pictureWidths,
): ImageSources | undefined {
  const src = pictureUrl(source, storageOrigin, { width: widths[1] })
  if (src === undefined) return undefined
  if (src === source) return { src }
  return {
    src,
    srcSet: widths.map((width) => `${pictureUrl(source, storageOrigin, { width })} ${width}w`).join(', '),
  }
}

/** One rendition of a picture: so wide, and cut to the height where one is given. A picture from elsewhere is as it is. */
export function pictureUrl(
  source: string | null | undefined,
  storageOrigin: string,
  { width, height }: { width: number; height?: number },
): string | undefined {
  if (!source) return undefined
  if (/^https?:\/\//i.test(source)) return source
  const size = height === undefined ? `width=${width}` : `width=${width}&height=${height}`
  return `${storageOrigin}/storage/v1/render/image/public/${storedPath(source)}?${size}&quality=75`
}

/** The picture as it was uploaded. */
export function originalPicture(source: string | null | undefined, storageOrigin: string): string | undefined {
  if (!source) return undefined
  if (/^https?:\/\//i.test(source)) return source
  return `${storageOrigin}/storage/v1/object/public/${storedPath(source)}`
}

function storedPath(source: string): string {
  return source.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')
}

/** The same words for a picture wherever it is shown among others. @param position from 0 */
export function pictureAlt(title: string, position: number, count: number): string {
  return position === 0 ? title : `${title}, picture ${position + 1} of ${count}`
}
