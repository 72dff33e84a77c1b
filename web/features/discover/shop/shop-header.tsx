/** A shop's banner, logo, name, facts, rating and next pickup. */

import { CalendarClock, CalendarX2, MapPin, ShoppingBasket } from 'lucide-react'
import { backOn, nextPickup, pickupLabel } from '#domain/pickup/pickup'
import { longDate } from '#domain/values/calendar'
import { ratingLabel, reviewCountLabel } from '#domain/values/ratings'
import { FollowEmails } from '#features/discover/followers'
import { ShopLogo } from '#features/discover/listing'
import { useNow } from '#platform/clock.ts'
import { useListingLink } from '#platform/listing-link.ts'
import { Badge } from '#ui/badge'
import { Link } from '#ui/link'
import { Notice } from '#ui/notice'
import { Picture } from '#ui/picture'
import { Stars } from '#ui/stars'
import { useLazyPart } from '#ui/use-lazy-part'
import { classNames } from '#web/ui/class-names.ts'
import type { Shop } from './shop.ts'
import { ShopActions } from './shop-actions.tsx'

/** Only owners load it. After a failure the rest of the page works without it. */
const loadLogoUpload = () => import('./logo-upload.tsx')
const ignoreFailure = () => {}

export interface ShopHeaderProps {
  shop: Shop
  /** The number of all products; undefined while loading, or if only some are listed. */
  itemCount: number | undefined
  isOwner: boolean
}

export function ShopHeader({ shop, itemCount, isOwner }: ShopHeaderProps) {
  const part = useLazyPart(loadLogoUpload, isOwner, ignoreFailure)
  const logo = (
    <ShopLogo
      name={shop.name}
      logo={shop.logo}
      className="size-24 border-4 border-paper text-4xl shadow-rest sm:size-32"
    />
  )
  return (
    <header>
      <div className="overflow-hidden rounded-panel">
        {shop.banner_image ? (
          <Picture
            source={shop.banner_image}
            alt=""
            shape="wide"
            sizes="(min-width: 84rem) 80rem, 96vw"
            priority
            className="max-h-72 min-h-36 object-[50%_90%]"
          />
        ) : (
          <div className="h-32 bg-linear-to-r from-berry-pale to-honey-pale sm:h-44" />
        )}
      </div>
      <div className="relative -mt-12 flex flex-col gap-x-6 gap-y-3 px-4 sm:-mt-10 sm:flex-row sm:flex-wrap sm:px-8 lg:flex-nowrap">
        {part && isOwner ? <part.LogoUpload shop={shop}>{logo}</part.LogoUpload> : logo}
        <div className={classNames('min-w-0 sm:flex-1 sm:pt-13', isOwner && 'max-sm:pt-2')}>
          <h1 className="text-3xl wrap-anywhere sm:text-4xl">{shop.name}</h1>
          <ShopFacts shop={shop} itemCount={itemCount} />
        </div>
        <div className="flex shrink-0 flex-wrap items-start gap-3 max-sm:mt-2 max-sm:*:grow sm:max-lg:mt-1 sm:max-lg:basis-full lg:pt-14">
          <ShopActions shop={shop} isOwner={isOwner} />
        </div>
      </div>
      <div className="mt-5 flex flex-col gap-4 px-4 sm:px-8">
        {!isOwner && <FollowEmails shopId={shop.id} name={shop.name} />}
        <p className="max-w-prose text-lg whitespace-pre-line text-pretty wrap-anywhere">{shop.description}</p>
        <PickupInfo shop={shop} />
      </div>
    </header>
  )
}

function ShopFacts({ shop, itemCount }: Pick<ShopHeaderProps, 'shop' | 'itemCount'>) {
  const link = useListingLink()
  return (
    <ul aria-label="About this shop" className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1.5">
      <li>
        <Badge>{shop.category}</Badge>
      </li>
      <li className="flex items-center gap-2">
        {shop.rating === null || shop.review_count === 0 ? (
          <span className="font-semibold text-leaf">{ratingLabel(shop)}</span>
        ) : (
          <>
            <Stars rating={shop.rating} className="text-lg" />
            <span aria-hidden="true" className="font-semibold tabular-nums">
              {ratingLabel(shop)}
            </span>
          </>
        )}
        <Link to={link('?tab=reviews')} replace preventScrollReset className="text-link">
          {reviewCountLabel(shop.review_count)}
        </Link>
      </li>
      {itemCount !== undefined && (
        <li className="flex items-center gap-1.5">
          <ShoppingBasket aria-hidden="true" className="size-4.5 text-ink-soft" />
          {itemCount} {itemCount === 1 ? 'item' : 'items'}
        </li>
      )}
      {shop.town && (
        <li className="flex items-center gap-1.5">
          <MapPin aria-hidden="true" className="size-4.5 text-ink-soft" />
          {shop.town}
        </li>
      )}
    </ul>
  )
}

function PickupInfo({ shop }: Pick<ShopHeaderProps, 'shop'>) {
  const now = useNow()
  const reopening = backOn(shop.closures, now)
  const window = nextPickup({ schedules: shop.pickup, closures: shop.closures, leadTimeDays: 0 }, now)
  const note = shop.closures.find(({ from_date }) => reopening !== null && from_date < reopening)?.note
  return (
    <>
      {reopening && (
        <Notice tone="warning" icon={CalendarX2} className="self-start">
          <strong className="font-semibold">Back on {longDate(reopening)}</strong>
          {note && <span className="block wrap-anywhere">{note}</span>}
        </Notice>
      )}
      {window && (
        <p className="flex gap-2.5">
          <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
          Next pickup: {pickupLabel(window, now)}
        </p>
      )}
    </>
  )
}
