/** What a page says of itself to tabs, search engines and whoever shares its address; hoisted by React into <head> from wherever it is rendered. */
import { useContext } from 'react'
import { StorageOrigin } from '#ui/picture'
import { pictureUrl } from '#web/ui/picture-source.ts'
import { useApp } from './app-context.ts'
import { oneLine } from './one-line.ts'

export interface PageHeadProps {
  /** Without the shop's name, which is added; the home page gives none. */
  title?: string
  /** As long as it likes: search engines and messengers get the first 160 characters. */
  description?: string
  /** Path of the page's one true address, such as `/shop/rosies-bakes`: without what only sorts, filters or goes on. */
  canonical?: string
  /** What a shared link shows instead of the market's own picture; as the database holds it. */
  picture?: { source: string | null; alt: string }
  /** Open Graph's word for what the page is about. */
  type?: 'website' | 'product' | 'profile'
  /** Keeps the page out of search engines; they still follow its links. */
  hidden?: boolean
}

export const siteName = 'Tuckbox'
const homeTitle = `${siteName} · Homemade food from your community`

/** The form that messengers show a link's picture in; a size that pictures are rendered in anyway. */
const shareSize = { width: 1280, height: 672 } as const

export function PageHead({ title, description, canonical, picture, type = 'website', hidden = false }: PageHeadProps) {
  const { siteUrl } = useApp().config
  const url = canonical === undefined ? undefined : new URL(canonical, siteUrl).href
  const fullTitle = title ? `${oneLine(title, 120)} · ${siteName}` : homeTitle
  const summary = description && oneLine(description, 160)
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
  // How large a picture from elsewhere is, only its owner knows.
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
