/** The card above the map: a shop with its first results, or the shops of one place to choose from. */
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { priceLabel } from '#domain/catalogue/product-price'
import { useAvoiding, useFits } from '#features/discover/household'
import type { ListedProduct } from '#features/discover/listing'
import { FitNotes, RatingLine } from '#features/discover/listing'
import { useApp } from '#platform/app-context.ts'
import { useListingLink } from '#platform/listing-link.ts'
import { Button } from '#ui/button'
import { IconButton } from '#ui/icon-button'
import { Link } from '#ui/link'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Picture } from '#ui/picture'
import { SkeletonText } from '#ui/skeleton'
import { type MapShop, type ShopsRequest, shopResultsQuery } from './map-shops.ts'
import { distanceText, offerText } from './map-texts.ts'

export interface MapCardProps {
  shops: readonly MapShop[]
  request: ShopsRequest
  onChoose: (slug: string) => void
  onClose: () => void
}

export function MapCard({ shops, request, onChoose, onClose }: MapCardProps) {
  const [shop, ...others] = shops
  if (!shop) return null
  if (others.length === 0) return <ShopCard shop={shop} request={request} onClose={onClose} />
  return (
    <Frame title={`${shops.length} shops close together`} onClose={onClose}>
      <ul className="mt-2 grid gap-1">
        {shops.map(({ slug, name, ...offer }) => (
          <li key={slug}>
            <Button
              variant="plain"
              onClick={() => onChoose(slug)}
              className="-mx-2 block w-[calc(100%+1rem)] rounded-lg px-2 py-1.5 text-left hover:bg-paper-deep"
            >
              <span className="block font-semibold wrap-anywhere">{name}</span>
              <span className="block text-sm text-ink-soft">{offerText(offer)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Frame>
  )
}

function ShopCard({ shop, request, onClose }: { shop: MapShop; request: ShopsRequest; onClose: () => void }) {
  const link = useListingLink()
  const { data: products, isError, refetch } = useQuery(shopResultsQuery(useApp(), request, shop.slug))
  return (
    <Frame
      title={
        <Link to={link(`/shop/${encodeURIComponent(shop.slug)}`)} className="hover:text-berry">
          {shop.name}
        </Link>
      }
      onClose={onClose}
    >
      <p className="flex flex-wrap gap-x-2 text-sm text-ink-soft">
        {[shop.town, distanceText(shop), offerText(shop)].filter(Boolean).join(' · ')}
        <RatingLine rated={shop} />
      </p>
      {isError ? (
        <LoadFailedLine retry={() => void refetch()}>The items could not be loaded.</LoadFailedLine>
      ) : products ? (
        <Results products={products} />
      ) : (
        <SkeletonText lines={3} className="mt-2 leading-10" />
      )}
    </Frame>
  )
}

function Results({ products }: { products: readonly ListedProduct[] }) {
  const link = useListingLink()
  const isAvoiding = useAvoiding().length > 0
  const fits = useFits(isAvoiding ? products.map(({ id }) => id) : [])
  if (fits.isLoading) return <SkeletonText lines={3} className="mt-2 leading-10" />
  return (
    <ul aria-label="Items" data-food="" className="mt-2 grid gap-1">
      {products.map((product) => (
        <li
          key={product.id}
          className="relative -mx-2 flex items-center gap-3 rounded-lg px-2 py-1.5 hover:bg-paper-deep"
        >
          <span className="size-12 shrink-0 overflow-hidden rounded-lg">
            <Picture source={product.image} alt="" sizes="3rem" />
          </span>
          <div className="min-w-0">
            <Link
              to={link(`/product/${product.id}`)}
              className="line-clamp-2 leading-snug font-medium after:absolute after:inset-0 after:rounded-lg"
            >
              {product.name}
            </Link>
            <span className="block text-sm text-ink-soft tabular-nums">{priceLabel(product)}</span>
            {isAvoiding && <FitNotes fit={fits.of(product.id)} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** It takes the focus, so that a screen reader continues there. */
function Frame({ title, onClose, children }: { title: ReactNode; onClose: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // On phones the list, whose button may have been pressed, is below the map.
    heading.current?.closest('#results-map')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="absolute inset-x-2 bottom-2 z-1000 max-h-[75%] overflow-y-auto overscroll-contain rounded-card bg-card p-4 shadow-lift sm:right-auto sm:w-88">
      <div className="flex items-start justify-between gap-3">
        <h3 ref={heading} tabIndex={-1} className="text-lg leading-snug outline-none wrap-anywhere">
          {title}
        </h3>
        <IconButton icon={X} label="Close" onClick={onClose} className="-mt-2 -mr-2 shrink-0" />
      </div>
      {children}
    </div>
  )
}
