/** What a drop sells, with allergens, and a button that adds an item to the basket. */
import { useState } from 'react'
import type { DropState } from '#domain/catalogue/drops'
import { soldLine } from '#domain/catalogue/waitlist'
import { quantityOf } from '#domain/checkout/basket'
import { allergenSentences } from '#domain/food/allergens'
import { withChoices } from '#domain/food/choice-allergens'
import { fits } from '#domain/food/fit'
import { formatPounds, toPence } from '#domain/values/money'
import { useBasket } from '#features/buy/basket'
import { useOffers, useOwnWaitlists, useWaitlistWish, WaitlistActions } from '#features/buy/waitlist'
import { FitWarning, foodOf, UnsuitableLine, useAvoiding, useFitCheck } from '#features/discover/household'
import { useListingLink } from '#platform/listing-link.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Picture } from '#ui/picture'
import { toast } from '#ui/toast'
import type { Drop, DropItem } from './drop.ts'

interface DropItemsProps {
  drop: Drop
  state: DropState
  isWaiting: boolean
  isOwn: boolean
}

export function DropItems({ drop, state, isWaiting, isOwn }: DropItemsProps) {
  const canOrder = state === 'open' && !isWaiting && !isOwn
  useWaitlistWish()
  const { shown, leftOut, showAll } = useFittingItems(drop, isOwn)
  return (
    <section aria-labelledby="menu">
      <h2 id="menu" className="text-2xl">
        Menu
      </h2>
      <p className="mt-1 text-ink-soft">
        Up to {drop.max_per_buyer} {drop.max_per_buyer === 1 ? 'item' : 'items'} for each buyer.
      </p>
      {shown.length > 0 && (
        <ul aria-label="Items" data-food="" className="mt-4 grid gap-4 xl:grid-cols-2">
          {shown.map((item) => (
            <Item key={item.id} item={item} drop={drop} state={state} canOrder={canOrder} isOwn={isOwn} />
          ))}
        </ul>
      )}
      {leftOut > 0 && <UnsuitableLine byFilters count={leftOut} onShow={showAll} className="mt-5" />}
    </section>
  )
}

/** The items that fit the household and the filters of the page, until the shopper asks for the others. A seller sees all. */
function useFittingItems({ items, shop }: Drop, isOwn: boolean) {
  const avoiding = useAvoiding()
  const [showsAll, setShowsAll] = useState(false)
  const listed = items.filter(({ product }) => product?.is_listed)
  const fitting = listed.filter(
    ({ product }) => product && fits(avoiding, foodOf({ ...product, kitchen: shop.kitchen })),
  )
  const shown = isOwn || showsAll ? listed : fitting
  return { shown, leftOut: listed.length - shown.length, showAll: () => setShowsAll(true) }
}

interface ItemProps {
  item: DropItem
  drop: Drop
  state: DropState
  canOrder: boolean
  isOwn: boolean
}

function Item({ item, drop, state, canOrder, isOwn }: ItemProps) {
  const { product } = item
  const link = useListingLink()
  const offerOf = useOffers()
  const waitlists = useOwnWaitlists(isOwn)
  if (!product) return null
  const left = item.stock - item.taken
  const offer = offerOf(product.id)
  // What is reserved for the member needs no place in the queue.
  const offered = offer?.dropItemId === item.id && state !== 'closed' ? offer.units : 0
  const hasOpened = state === 'open' || state === 'sold-out'
  const [first, ...rest] = allergenSentences(withChoices(product.allergens, [product.required_allergens]))
  const isShown = state === 'announced' || state === 'draft'
  return (
    <li className="flex gap-4 overflow-hidden rounded-card bg-card shadow-rest">
      <div className="w-24 shrink-0 bg-paper-deep sm:w-32">
        <Picture source={product.image} alt="" sizes="8rem" />
      </div>
      <div className="flex min-w-0 grow flex-col py-3 pr-4">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere">
            <Link to={link(`/product/${product.id}`)} className="hover:underline">
              {product.name}
            </Link>
          </h3>
          <p className="shrink-0 font-semibold tabular-nums">{formatPounds(product.price)}</p>
        </div>
        <p className="mt-0.5 text-sm text-pretty text-ink-soft">
          {first} {rest.join(' ')}
        </p>
        <FitWarning product={{ ...product, kitchen: drop.shop.kitchen }} look="line" />
        {isOwn && (hasOpened || state === 'closed') && (
          <p className="mt-1 text-sm font-medium tabular-nums">{soldLine(item, waitlists.get(item.id))}</p>
        )}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-3">
          {state === 'closed' ? (
            <span />
          ) : left <= 0 ? (
            <Badge>Sold out</Badge>
          ) : (
            <span className="text-sm tabular-nums text-ink-soft">
              {isShown ? `${item.stock} available` : `${left} left`}
            </span>
          )}
          {((canOrder && left > 0) || offered > 0) && (
            <AddButton item={item} product={product} drop={drop} left={(canOrder ? left : 0) + offered} />
          )}
          {hasOpened && !isOwn && product.allergens_declared && (
            <WaitlistActions productId={product.id} name={product.name} isSoldOut={left <= 0} />
          )}
        </div>
      </div>
    </li>
  )
}

interface AddButtonProps {
  item: DropItem
  product: NonNullable<DropItem['product']>
  drop: Drop
  left: number
}

function AddButton({ item, product, drop, left }: AddButtonProps) {
  const link = useListingLink()
  const basket = useBasket()
  const checkFit = useFitCheck()
  const { id, name, image, price, variations, option_groups, questions } = product
  const label = `Add ${name}`
  if (variations.length > 0 || option_groups.length > 0 || questions.some(({ is_required }) => is_required)) {
    return (
      <LinkButton to={link(`/product/${id}`)} variant="secondary" aria-label={`Choose ${name}`}>
        Choose
      </LinkButton>
    )
  }
  async function add() {
    if (!(await checkFit([{ id, name, food: foodOf({ ...product, kitchen: drop.shop.kitchen }) }])).has(id)) return
    const most = Math.min(left, item.max_per_buyer ?? drop.max_per_buyer)
    const line = {
      product: { id, name, pricePence: toPence(price), image, shop: { name: drop.shop.name, slug: drop.shop.slug } },
      variation: null,
      options: [],
      personalization: null,
      customRequestDetails: null,
      quantity: 1,
    }
    const added = basket.add(line, most)
    toast(
      added > 0
        ? { title: 'Added to basket', description: `${quantityOf(basket.lines, id) + 1} × ${name}` }
        : { title: 'Nothing added', description: `You can order ${most} × ${name}.` },
    )
  }
  return (
    <Button aria-label={label} onClick={() => void add()}>
      Add
    </Button>
  )
}
