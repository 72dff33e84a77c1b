/** Turns a picture's value in the database into URLs for the browser. Pure, so that the server can use it too. */

/** Widths for pictures in a page, and for full-screen pictures. A browser without srcset support uses the second. */
const pictureWidths = [320, 640, 960, 1280] as const
export const screenWidths = [960, 1280, 1920, 2560] as const

export interface ImageSources {
  src: string
  srcSet?: string
}

/**
 * @param source an absolute http(s) URL, or a storage path `bucket/path.webp`
 * @param storageOrigin the origin of Supabase Storage; empty for this site
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

/** The URL of one rendition, cropped if a height is given. External pictures are used unchanged. */
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

function storedPath(source: string): string {
  return source.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')
}

/** The alternative text of a picture in a series. @param position from 0 */
export function pictureAlt(title: string, position: number, count: number): string {
  return position === 0 ? title : `${title}, picture ${position + 1} of ${count}`
}
