/** Structured data for search engines, as JSON-LD. */
import { useContext } from 'react'
import { type Site, type StructuredThing, writeStructuredData } from '#domain/catalogue/structured-data'
import { StorageOrigin } from '#ui/picture'
import { pictureUrl } from '#web/ui/picture-source.ts'
import { useApp } from './app-context.ts'
import { siteName } from './page-head.tsx'

/**
 * `<StructuredData of={import.meta.env.SSR && ((site) => [siteData(site)])} />`. Search engines read the server's HTML.
 * The condition leaves the code that writes it out of the browser's scripts.
 */
export function StructuredData({ of }: { of: false | ((site: Site) => readonly StructuredThing[]) }) {
  const { siteUrl } = useApp().config
  const storageOrigin = useContext(StorageOrigin) || siteUrl
  const site: Site = {
    url: siteUrl,
    name: siteName,
    picture: (source) => pictureUrl(source, storageOrigin, { width: 1280 }),
  }
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a <script>'s text cannot be escaped as HTML; writeStructuredData escapes it
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR && of ? writeStructuredData(of(site)) : '' }}
    />
  )
}
