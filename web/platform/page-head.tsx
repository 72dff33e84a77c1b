/** The page's <title> and <meta> tags for tabs, search engines and shared links. React hoists them into <head>. */
import { useContext } from 'react'
import { StorageOrigin } from '#ui/picture'
import { pictureUrl } from '#web/ui/picture-source.ts'
import { useApp } from './app-context.ts'
import { truncatedLine } from './truncated-line.ts'

export interface PageHeadProps {
  /** Without the site's name, which is appended. The home page has no title. */
  title?: string
  /** Any length. Search engines and messengers get the first 160 characters. */
  description?: string
  /** The canonical path, such as `/shop/rosies-bakes`, without parameters for sorting, filters or pages. */
  canonical?: string
  /** The picture of a shared link, instead of the site's own. `source` is the value in the database. */
  picture?: { source: string | null; alt: string }
  /** The Open Graph type. */
  type?: 'website' | 'product' | 'profile'
  /** Keeps the page out of search engines, which still follow its links. */
  hidden?: boolean
}

export const siteName = 'Tuckbox'
const homeTitle = `${siteName} · Homemade food from your community`

/** The aspect ratio of link previews, in a size that is rendered anyway. */
const shareSize = { width: 1280, height: 672 } as const

export function PageHead({ title, description, canonical, picture, type = 'website', hidden = false }: PageHeadProps) {
  const { siteUrl } = useApp().config
  const url = canonical === undefined ? undefined : new URL(canonical, siteUrl).href
  const fullTitle = title ? `${truncatedLine(title, 120)} · ${siteName}` : homeTitle
  const summary = description && truncatedLine(description, 160)
  return (
    <>
      <title>{fullTitle}</title>
      <meta property="og:title" content={fullTitle} />
      <meta property="og:type" content={type} />
      {summary && <meta name="description" content={summary} />}
      {summary && <meta property="og:description" content={summary} />}
      {url && <link rel="canonical" href={url} />}
      {url && <meta property="og:url" content={url} />}
      {hidden ? <meta name="robots" content="noindex" /> : <SharePicture picture={picture} />}
    </>
  )
}

function SharePicture({ picture }: Pick<PageHeadProps, 'picture'>) {
  const { siteUrl } = useApp().config
  const storageOrigin = useContext(StorageOrigin) || siteUrl
  const ownPicture = picture && pictureUrl(picture.source, storageOrigin, shareSize)
  // The size of an external picture is unknown.
  const isSized = ownPicture === undefined || ownPicture !== picture?.source
  return (
    <>
      <meta property="og:image" content={ownPicture ?? `${siteUrl}/share.jpg`} />
      <meta property="og:image:alt" content={ownPicture && picture ? picture.alt : homeTitle} />
      {isSized && <meta property="og:image:width" content={String(shareSize.width)} />}
      {isSized && <meta property="og:image:height" content={String(shareSize.height)} />}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
