/** The shops beside the map, in the order of their distance. */
import { MapPin } from 'lucide-react'
import { RatingLine, ShopLogo } from '#features/discover/listing'
import { useListingLink } from '#platform/listing-link.ts'
import { IconButton } from '#ui/icon-button'
import { Link } from '#ui/link'
import type { MapShop } from './map-shops.ts'
import { distanceText, offerText } from './map-texts.ts'

export interface MapShopListProps {
  shops: readonly MapShop[]
  /** Those that the map points at. */
  marked: readonly string[]
  onPoint: (slug: string | null) => void
  /** Shows a shop on the map. */
  onShow: (slug: string) => void
}

export function MapShopList({ shops, ...list }: MapShopListProps) {
  const near = shops.filter((shop) => shop.in_reach)
  const further = shops.filter((shop) => !shop.in_reach)
  return (
    <>
      {near.length > 0 && <Shops label="Shops" shops={near} {...list} />}
      {further.length > 0 && (
        <>
          <h2 className="mt-6 text-xl">Further away</h2>
          <Shops label="Shops further away" shops={further} {...list} />
        </>
      )}
    </>
  )
}

function Shops({ label, shops, marked, onPoint, onShow }: MapShopListProps & { label: string }) {
  const link = useListingLink()
  return (
    <ul aria-label={label} className="mt-3 grid gap-2">
      {shops.map((shop) => {
        const { slug, name, logo, town, lat } = shop
        return (
          <li
            key={slug}
            data-marked={marked.includes(slug) || undefined}
            onPointerEnter={() => onPoint(slug)}
            onPointerLeave={() => onPoint(null)}
            onFocus={() => onPoint(slug)}
            onBlur={() => onPoint(null)}
            className="flex items-center gap-3 rounded-card border border-line bg-card p-3 transition-colors hover:border-ink/45 data-marked:border-berry data-marked:bg-berry-pale"
          >
            <ShopLogo name={name} logo={logo} className="size-11 text-xl" />
            <div className="min-w-0 grow">
              <h3 className="text-base leading-snug wrap-anywhere">
                <Link to={link(`/shop/${encodeURIComponent(slug)}`)} className="hover:text-berry">
                  {name}
                </Link>
              </h3>
              <p className="flex flex-wrap gap-x-2 text-sm text-ink-soft">
                {[distanceText(shop) ?? town, offerText(shop)].filter(Boolean).join(' · ')}
                <RatingLine rated={shop} />
              </p>
            </div>
            {lat !== null && (
              <IconButton
                icon={MapPin}
                label={`Show ${name} on the map`}
                onClick={() => onShow(slug)}
                className="-mr-1.5 shrink-0 text-berry"
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
