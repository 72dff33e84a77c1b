/** Structured data for search engines, as JSON-LD. */
import { useContext } from 'react'
import { type Site, type StructuredThing, writeStructuredData } from '#domain/structured-data'
import { StorageOrigin } from '#ui/picture'
import { pictureUrl } from '#web/ui/picture-source.ts'
import { useApp } from './app-context.ts'
import { siteName } from './page-head.tsx'

/** `<StructuredData of={(site) => [productData(site, product), breadcrumbData(site, trail)]} />` */
export function StructuredData({ of }: { of: (site: Site) => readonly StructuredThing[] }) {
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a <script>'s text cannot be escaped as HTML; writeStructuredData escapes it
      dangerouslySetInnerHTML={{ __html: writeStructuredData(of(site)) }}
    />
  )
}
