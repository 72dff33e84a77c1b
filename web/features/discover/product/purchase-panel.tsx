/** The price, the choices, the allergens and the buttons of a product. */
import { CalendarX2, MessageCircle, ShoppingBasket, Wheat } from 'lucide-react'
import { dropLine } from '#domain/catalogue/drops'
import { chosenPriceLabel } from '#domain/catalogue/options'
import { type ProductActions, productActions } from '#domain/catalogue/product-actions'
import { canWait } from '#domain/catalogue/waitlist'
import { maximumQuantity } from '#domain/checkout/basket'
import { type AllergenDeclaration, allergenSentences } from '#domain/food/allergens'
import { cancellationLine, termsOf } from '#domain/orders/cancellation-terms'
import { formatPence } from '#domain/values/money'
import { QuantityField } from '#features/buy/basket'
import { SubscribeButton } from '#features/buy/subscriptions'
import { WaitlistActions } from '#features/buy/waitlist'
import { FavouriteButton } from '#features/discover/favourites'
import { useOwnShop } from '#features/sell/own-shop'
import { useMessageSeller } from '#features/talk/conversations'
import { RequestConsultation } from '#features/talk/quotes'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { Notice } from '#ui/notice'
import { allergensId } from './ingredients-section.tsx'
import { OptionControls } from './option-controls.tsx'
import type { Product } from './product.ts'
import type { Purchase } from './use-purchase.ts'

interface PurchasePanelProps {
  /** Its stock includes what is reserved for the member. */
  product: Product
  /** Whether its stock has nothing for others. */
  isSoldOut: boolean
  purchase: Purchase
}

export function PurchasePanel({ product, isSoldOut, purchase }: PurchasePanelProps) {
  const ownShop = useOwnShop()
  const actions = productActions(product, ownShop?.slug === product.shop.slug)
  const { choice, chosen } = purchase
  const isBespoke = product.product_type === 'bespoke'
  const now = useNow()
  const isBeforeDrop = product.drop !== null && now < new Date(product.drop.opens_at)
  const mayWait = canWait(product) && !isBeforeDrop && ownShop?.slug !== product.shop.slug
  const price = chosenPriceLabel(product, chosen)
  const isComplete = !isBespoke && chosen.problems.length === 0
  const total = isComplete && choice.quantity > 1 ? formatPence(chosen.pricePence * choice.quantity) : null
  return (
    <section aria-label="Buy" className="flex flex-col gap-6">
      <div>
        <p aria-live="polite" className="text-3xl font-semibold tabular-nums">
          {price}
        </p>
        {isBespoke && product.requires_consultation && <p className="mt-1 text-ink-soft">Requires consultation</p>}
      </div>
      {!isBespoke && <Choices product={product} purchase={purchase} actions={actions} />}
      <AllergenLine declaration={purchase.food.allergens} />
      <CancellationLine product={product} />
      {product.drop && <DropNotice drop={product.drop} />}
      {actions.reason && <Notice tone="warning">{actions.reason}</Notice>}
      {mayWait && <WaitlistActions productId={product.id} isSoldOut={isSoldOut} />}
      <Buttons
        product={product}
        actions={actions}
        purchase={purchase}
        price={total ?? price}
        isTotal={total !== null}
      />
    </section>
  )
}

/** The drop that sells the product, and when it opens. */
function DropNotice({ drop }: { drop: NonNullable<Product['drop']> }) {
  return (
    <Notice
      tone="info"
      action={
        <Link to={`/drops/${drop.id}`} className="text-link whitespace-nowrap">
          See the drop
        </Link>
      }
    >
      Part of <strong className="font-semibold">{drop.title}</strong>. {dropLine(drop, useNow())}.
    </Notice>
  )
}

/** Choices are shown even if the product cannot be bought now, because they have different prices. */
function Choices({ product, purchase, actions }: { product: Product; purchase: Purchase; actions: ProductActions }) {
  const { choice, choose, maxQuantity } = purchase
  const isForSale = product.allergens_declared && actions.buyNow !== 'absent'
  return (
    <>
      <OptionControls product={product} purchase={purchase} isForSale={isForSale} />
      {isForSale && (
        <QuantityField
          label="Quantity"
          quantity={Math.min(choice.quantity, maxQuantity)}
          max={maxQuantity}
          onQuantityChange={(quantity) => choose({ quantity })}
          maxMessage={
            maxQuantity < maximumQuantity ? `Only ${maxQuantity} available` : `Maximum ${maxQuantity} per basket`
          }
        />
      )}
    </>
  )
}

/** Always visible before a purchase, with a link to the whole declaration. It follows the choices. */
function AllergenLine({ declaration }: { declaration: AllergenDeclaration | null }) {
  const [first, ...rest] = allergenSentences(declaration)
  return (
    <p className="flex gap-3" aria-live="polite">
      <Wheat aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <span>
        <strong className="font-semibold">{first}</strong> {rest.map((sentence) => `${sentence} `)}
        <a href={`#${allergensId}`} className="text-link whitespace-nowrap">
          All allergens
        </a>
      </span>
    </p>
  )
}

function CancellationLine({ product }: { product: Product }) {
  return (
    <p className="-mt-3 flex gap-3 text-ink-soft">
      <CalendarX2 aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {cancellationLine(termsOf(product.shop))}
    </p>
  )
}

interface ButtonsProps {
  product: Product
  actions: ProductActions
  purchase: Purchase
  /** The price of the whole quantity. */
  price: string
  isTotal: boolean
}

function Buttons({ product, actions, purchase, price, isTotal }: ButtonsProps) {
  const { start, isStarting } = useMessageSeller(product.id)
  return (
    <>
      {/* On phones it sticks to the bottom of the screen until its place in the page is visible. */}
      <div className="buy-bar own-bar">
        <p className={isTotal ? 'tabular-nums' : 'tabular-nums md:hidden'}>
          {isTotal && <span className="block text-sm text-ink-soft">Total</span>}
          <span className="text-lg leading-tight font-semibold text-balance">{price}</span>
        </p>
        {actions.addToBasket !== 'absent' && (
          <Button
            size="lg"
            variant={actions.addToBasket === 'blocked' ? 'secondary' : 'primary'}
            disabled={actions.addToBasket === 'blocked'}
            onClick={() => void purchase.addToBasket()}
            className="grow"
          >
            <ShoppingBasket aria-hidden="true" className="size-5" />
            {actions.addLabel}
          </Button>
        )}
        {actions.requestConsultation !== 'absent' && (
          <RequestConsultation product={product} disabled={actions.requestConsultation === 'blocked'} />
        )}
      </div>
      <div className="-mt-3 flex flex-wrap gap-3 *:grow">
        {actions.buyNow !== 'absent' && product.is_subscribable && product.available_for_pickup && !product.drop && (
          <SubscribeButton
            product={{
              ...product,
              ...purchase.food,
              required_allergens: undefined,
              option_allergens: undefined,
              kitchen: product.shop.kitchen,
            }}
            chosenLine={purchase.validateLine}
          />
        )}
        {actions.buyNow !== 'absent' && (
          <Button
            variant="secondary"
            size="lg"
            disabled={actions.buyNow === 'blocked'}
            onClick={() => void purchase.buyNow()}
            className="w-full"
          >
            Buy now
          </Button>
        )}
        <Button variant="secondary" disabled={actions.messageSeller === 'blocked'} busy={isStarting} onClick={start}>
          <MessageCircle aria-hidden="true" className="size-5" />
          Message seller
        </Button>
        <FavouriteButton subject={{ productId: product.id }} name={product.name} variant="page" />
      </div>
    </>
  )
}
