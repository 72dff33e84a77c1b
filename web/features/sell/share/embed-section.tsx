/** The code that shows the shop or one of its drops on another website. */
import { useState } from 'react'
import { dropState } from '#domain/catalogue/drops'
import { escapeHtml } from '#domain/values/escape-html'
import { useOwnDrops } from '#features/sell/drops'
import type { OwnShop } from '#features/sell/own-shop'
import { useNow } from '#platform/clock.ts'
import { Card } from '#ui/card'
import { LinkButton } from '#ui/link-button'
import { Select } from '#ui/select'
import { TextArea } from '#ui/text-area'
import { CopyButton } from './copy-button.tsx'
import { useShopLinks } from './shop-links.ts'

export function EmbedSection({ shop }: { shop: OwnShop }) {
  const links = useShopLinks(shop.slug)
  const now = useNow()
  const { data: drops = [] } = useOwnDrops()
  const shownDrops = drops.filter((drop) => !['draft', 'closed'].includes(dropState(drop, drop.items, now)))
  const [dropId, setDropId] = useState('')
  const drop = shownDrops.find(({ id }) => id === dropId)
  const embed = links.embed(drop?.id ?? null)
  const code = embedCode(embed, drop?.title ?? shop.name)
  return (
    <section aria-labelledby="embed">
      <Card>
        <h2 id="embed" className="text-2xl">
          On your own website
        </h2>
        <p className="mt-1 max-w-prose text-pretty text-ink-soft">
          Paste this code where your products should appear. It always shows what is on sale, and its links open your
          shop in a new tab.
        </p>
        {shownDrops.length > 0 && (
          <Select
            label="Show"
            hint="A drop is shown until its order cut-off."
            options={[
              { value: '', label: 'All products' },
              ...shownDrops.map(({ id, title }) => ({ value: id, label: `Drop: ${title}` })),
            ]}
            value={dropId}
            onChange={(event) => setDropId(event.target.value)}
            className="mt-4 sm:w-80"
          />
        )}
        <TextArea
          label="Code"
          value={code}
          readOnly
          rows={4}
          className="mt-4 [&_textarea]:font-mono [&_textarea]:text-sm"
        />
        <div className="mt-4 flex flex-wrap gap-3">
          <CopyButton text={code} copied="Code copied">
            Copy code
          </CopyButton>
          {shop.status === 'active' && (
            <LinkButton to={embed} variant="secondary" target="_blank" reloadDocument>
              Preview
            </LinkButton>
          )}
        </div>
      </Card>
    </section>
  )
}

/** The frame needs no rights except to open links in new tabs. */
function embedCode(url: string, name: string): string {
  return `<iframe src="${url}" title="${escapeHtml(name)}" width="100%" height="600" loading="lazy" style="border:0" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}
