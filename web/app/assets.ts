/** The built files of a page, read from Vite's manifest (`build/web/.vite/manifest.json`). */

/** The fields of Vite's manifest that are used here. */
export type Manifest = Record<string, ManifestChunk>

interface ManifestChunk {
  file: string
  isEntry?: boolean
  css?: string[]
  /** Keys of the chunks that this chunk imports statically. */
  imports?: string[]
  /** Keys of the chunks that this chunk loads on demand. */
  dynamicImports?: string[]
}

export interface Assets {
  /** URL of the small script that loads the entry after the first paint; null if the page loads the entry itself. */
  boot: string | null
  /** URL of the script that hydrates the page. */
  entry: string
  styles: string[]
  /** Scripts that the entry and the page import, preloaded in parallel. */
  preloads: string[]
  /** Scripts that a member's page needs soon after: the backend's client, the basket and the list of members' pages. */
  memberPreloads: string[]
}

export const clientEntry = 'web/app/entry-client.tsx'
export const bootEntry = 'web/app/entry-boot.ts'

/** Lists the pages that the entry does not load itself. */
const otherPages = 'web/app/other-pages.ts'

const memberParts = [
  'web/features/account/auth/browser-client.ts',
  'web/features/buy/basket/follow-account.ts',
  otherPages,
]

/** @param pages files of the pages to render, as the manifest names them */
export function pageAssets(manifest: Manifest, pages: readonly string[]): Assets {
  const entry = manifest[clientEntry]
  const boot = manifest[bootEntry]
  if (!entry || !boot) throw new Error(`The manifest of the web app has no ${clientEntry}: build it first.`)
  const isListed = (page: string) => !manifest[page] || entry.dynamicImports?.includes(page)
  const chunks = chunksOf(manifest, [clientEntry, ...(pages.every(isListed) ? [] : [otherPages]), ...pages])
  const preloads = unique(chunks.map((chunk) => assetUrl(chunk.file))).filter((file) => file !== assetUrl(entry.file))
  return {
    boot: assetUrl(boot.file),
    entry: assetUrl(entry.file),
    styles: unique(chunks.flatMap((chunk) => chunk.css ?? []).map(assetUrl)),
    preloads,
    memberPreloads: unique(chunksOf(manifest, memberParts).map((chunk) => assetUrl(chunk.file))).filter(
      (file) => file !== assetUrl(entry.file) && !preloads.includes(file),
    ),
  }
}

/** In development Vite serves the sources through an entry of its own (see vite.config.ts). */
export const developmentEntry = '/@tuckbox/live-entry'

export const developmentAssets: Assets = {
  boot: null,
  entry: developmentEntry,
  styles: ['/web/styles.css'],
  preloads: [],
  memberPreloads: [],
}

/** The chunks of modules and of all that they import statically. */
function chunksOf(manifest: Manifest, keys: readonly string[]): ManifestChunk[] {
  return keys.flatMap((key) => withImports(manifest, key, new Set()))
}

function withImports(manifest: Manifest, key: string, seen: Set<string>): ManifestChunk[] {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return []
  seen.add(key)
  return [chunk, ...(chunk.imports ?? []).flatMap((imported) => withImports(manifest, imported, seen))]
}

function assetUrl(file: string): string {
  return `/${file}`
}

function unique(values: string[]): string[] {
  return [...new Set(values)]
}
