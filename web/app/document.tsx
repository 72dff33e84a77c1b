/** The HTML document, rendered by the server and hydrated by the browser. `stateText` is the same on both sides. */
import type { ReactNode } from 'react'
import { siteName } from '#platform/page-head.tsx'
import figtree from '../fonts/figtree.woff2?url'
import fraunces from '../fonts/fraunces.woff2?url'
import type { Assets } from './assets.ts'
import { stateElementId } from './page-state.ts'

export interface DocumentProps {
  assets: Assets
  /** Null for a static page, which gets no script. */
  stateText: string | null
  children: ReactNode
}

export function Document({ assets, stateText, children }: DocumentProps) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf5ea" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a120d" />
        <meta property="og:site_name" content={siteName} />
        <meta property="og:locale" content="en_GB" />
        <link rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={fraunces} />
        <link rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={figtree} />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {stateText !== null && <Scripts {...assets} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>
        {children}
        {stateText !== null && (
          <script
            id={stateElementId}
            type="application/json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a <script>'s text cannot be escaped as HTML; serializeState escapes it
            dangerouslySetInnerHTML={{ __html: stateText }}
          />
        )}
      </body>
    </html>
  )
}

function Scripts({ boot, entry, preloads, memberPreloads }: Assets) {
  if (boot === null) return <script type="module" src={entry} />
  return (
    <script
      type="module"
      src={boot}
      data-entry={entry}
      data-preloads={preloads.join(' ')}
      data-member-preloads={memberPreloads.join(' ')}
    />
  )
}
