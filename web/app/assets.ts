/** Which built files a page needs, read from the build's manifest (`build/web/.vite/manifest.json`). */

/** The part of Vite's manifest that is read here. */
export type Manifest = Record<string, ManifestChunk>

interface ManifestChunk {
  file: string
  isEntry?: boolean
  css?: string[]
  /** Keys of the chunks this one imports at once. */
  imports?: string[]
}

export interface Assets {
  /** Address of the small script that fetches the entry after the first paint; null where the page asks for the entry itself. */
  boot: string | null
  /** Address of the script that brings the page to life. */
  entry: string
  styles: string[]
  /** Scripts the entry and the page will ask for, so that they load side by side. */
  preloads: string[]
}

export const clientEntry = 'web/entry-client.tsx'
export const bootEntry = 'web/entry-boot.ts'

/** @param pages files of the pages that are about to be shown, as the manifest names them */
export function pageAssets(manifest: Manifest, pages: readonly string[]): Assets {
  const entry = manifest[clientEntry]
  const boot = manifest[bootEntry]
  if (!entry || !boot) throw new Error(`The manifest of the web app has no ${clientEntry}: build it first.`)
  const chunks = [clientEntry, ...pages].flatMap((key) => withImports(manifest, key, new Set()))
  return {
    boot: assetUrl(boot.file),
    entry: assetUrl(entry.file),
    styles: unique(chunks.flatMap((chunk) => chunk.css ?? []).map(assetUrl)),
    preloads: unique(chunks.map((chunk) => assetUrl(chunk.file))).filter((file) => file !== assetUrl(entry.file)),
  }
}

/** While developing, Vite serves the sources themselves, behind an entry of their own (see vite.config.ts). */
export const developmentEntry = '/@tuckbox/live-entry'

export const developmentAssets: Assets = {
  boot: null,
  entry: developmentEntry,
  styles: ['/web/styles.css'],
  preloads: [],
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
