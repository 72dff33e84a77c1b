/** A card for a market table, to print: the name, the QR code and the hygiene rating, if one is verified. */
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { hygieneLabel } from '#domain/food/hygiene'
import type { OwnShop } from '#features/sell/own-shop'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { PrintSheet } from '#ui/print-sheet'
import { QrCode } from '#ui/qr-code'
import { Select } from '#ui/select'
import { classNames } from '#web/ui/class-names.ts'
import { useShopLinks } from './shop-links.ts'

const sizes = [
  { value: 'a6', label: 'A6, a postcard' },
  { value: 'a5', label: 'A5, a table stand' },
] as const
type Size = (typeof sizes)[number]['value']

export function TableCard({ shop }: { shop: OwnShop }) {
  const [size, setSize] = useState<Size>('a6')
  return (
    <section aria-labelledby="table-card">
      <Card>
        <h2 id="table-card" className="text-2xl">
          Table card
        </h2>
        <p className="mt-1 text-ink-soft">For your market stall, your counter or the lid of a box.</p>
        <div className="mt-4 grid gap-6 sm:grid-cols-[1fr_12rem]">
          <div className="space-y-4">
            <Select
              label="Size"
              value={size}
              options={sizes}
              onValueChange={(value) => setSize(value === 'a5' ? 'a5' : 'a6')}
              className="max-w-60"
            />
            <Button onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-5" />
              Print card
            </Button>
          </div>
          <div aria-hidden="true" className="aspect-[105/148] w-48 border border-line bg-white p-3 max-sm:mx-auto">
            <Face shop={shop} className="text-[0.45rem]" />
          </div>
        </div>
        <PrintSheet>
          <div className={size === 'a5' ? 'card-page-a5' : 'card-page-a6'}>
            <Face shop={shop} className={size === 'a5' ? 'text-[14pt]' : 'text-[10pt]'} />
          </div>
        </PrintSheet>
      </Card>
    </section>
  )
}

/** Its lengths are in em, so that it is the same at every size. */
function Face({ shop, className }: { shop: OwnShop; className: string }) {
  const { short, spoken } = useShopLinks(shop.slug)
  const rating = shop.hygiene_verified_at === null ? null : hygieneLabel(shop.hygiene_rating)
  return (
    <div
      className={classNames(
        'flex h-full flex-col items-center justify-between text-center leading-tight text-black',
        className,
      )}
    >
      <div>
        <p className="line-clamp-3 font-display text-[2.6em] leading-none font-semibold wrap-anywhere">{shop.name}</p>
        {shop.town && <p className="mt-[0.6em] text-[1.3em]">{shop.town}</p>}
      </div>
      <div className="flex flex-col items-center">
        <QrCode text={short} label={`QR code of ${spoken}`} className="size-[15em]" />
        <p className="mt-[0.8em] text-[1.4em] font-semibold">Scan to order</p>
        <p className="mt-[0.4em] text-[1.1em] wrap-anywhere">{spoken}</p>
      </div>
      <p className="min-h-[1.3em] text-[1.1em]">{rating && `Food hygiene rating: ${rating}`}</p>
    </div>
  )
}
