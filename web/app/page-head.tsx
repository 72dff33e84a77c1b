/** A page's title and description, hoisted by React into <head> from wherever the page renders it. */
import { useApp } from './app-context.ts'

export interface PageHeadProps {
  /** Without the shop's name, which is added; the home page gives none. */
  title?: string
  description?: string
  /** Path of the page's one true address, such as `/shop/rosies-bakes`. */
  canonical?: string
  /** Keeps the page out of search engines. */
  hidden?: boolean
}

export const siteName = 'Tuckbox'
const homeTitle = `${siteName} · Homemade food from your community`

export function PageHead({ title, description, canonical, hidden = false }: PageHeadProps) {
  const { config } = useApp()
  const address = canonical === undefined ? undefined : new URL(canonical, config.siteUrl).href
  const fullTitle = title ? `${title} · ${siteName}` : homeTitle
  return (
    <>
      <title>{fullTitle}</title>
      <meta property="og:title" content={fullTitle} />
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      {address && <link rel="canonical" href={address} />}
      {address && <meta property="og:url" content={address} />}
      {hidden && <meta name="robots" content="noindex" />}
    </>
  )
}
