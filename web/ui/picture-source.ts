/** Turns what the database holds for a picture into addresses the browser can load: pure, so that the server can use it too. */

export const pictureWidths = [320, 640, 960, 1280] as const

export interface PictureAddresses {
  src: string
  srcSet?: string
}

/**
 * @param source an absolute http(s) URL, or a storage path `bucket/path.webp`
 * @param storageOrigin where Supabase's storage lives; empty when it is this site
 */
export function pictureAddresses(
  source: string | null | undefined,
  storageOrigin: string,
): PictureAddresses | undefined {
  if (!source) return undefined
  if (/^https?:\/\//i.test(source)) return { src: source }
  const path = source.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')
  const rendered = (width: number) =>
    `${storageOrigin}/storage/v1/render/image/public/${path}?width=${width}&quality=75`
  return { src: rendered(640), srcSet: pictureWidths.map((width) => `${rendered(width)} ${width}w`).join(', ') }
}

/** The picture as it was uploaded. */
export function originalPicture(source: string | null | undefined, storageOrigin: string): string | undefined {
  if (!source) return undefined
  if (/^https?:\/\//i.test(source)) return source
  const path = source.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')
  return `${storageOrigin}/storage/v1/object/public/${path}`
}
