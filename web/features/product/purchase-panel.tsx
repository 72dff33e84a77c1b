/** The price, the choices, the allergens and the buttons of a product. */
import { MessageCircle, ShoppingBasket, Wheat } from 'lucide-react'
import { containsSummary, mayContainSummary, readAllergens } from '#domain/allergens'
import { formatPence } from '#domain/money'
import { type ProductActions, productActions } from '#domain/product-actions'
import { chosenPriceLabel } from '#domain/product-variations'
import { useOwnShop } from '#features/account'
import { QuantityField } from '#features/basket'
import { FavouriteButton } from '#features/favourites'
import { RequestConsultation, useMessageSeller } from '#features/messages'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { allergensId } from './ingredients-section.tsx'
import { PersonalisationControl } from './personalisation-control.tsx'
import type { Product } from './product.ts'
import { usePurchase } from './use-purchase.ts'
import { VariationControl } from './variation-control.tsx'

export function PurchasePanel({ product }: { product: Product }) {
  const ownShop = useOwnShop()
  const actions = productActions(product, ownShop?.slug === product.shop.slug)
  const purchase = usePurchase(product)
  const { choice } = purchase
  const isBespoke = product.product_type === 'bespoke'
  const price = chosenPriceLabel(product, choice.variation)
  const total =
    choice.variation && choice.quantity > 1 ? formatPence(choice.variation.pricePence * choice.quantity) : null
  return (
    <section aria-label="Buy" className="flex flex-col gap-6">
      <div>
        <p aria-live="polite" className="text-3xl font-semibold tabular-nums">
          {price}
        </p>
        {isBespoke && product.requires_consultation && <p className="mt-1 text-ink-soft">Requires consultation</p>}
      </div>
      {!isBespoke && <Choices product={product} purchase={purchase} actions={actions} />}
      <AllergenLine product={product} />
      {actions.reason && <Notice tone="warning">{actions.reason}</Notice>}
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

type Purchase = ReturnType<typeof usePurchase>

/** Variations are shown even if the product cannot be bought now, because they have different prices. */
function Choices({ product, purchase, actions }: { product: Product; purchase: Purchase; actions: ProductActions }) {
  const { variations, choice, choose, errors, maxQuantity, variationRef, customTextRef } = purchase
  const isForSale = product.allergens_declared && actions.buyNow !== 'absent'
  return (
    <>
      <VariationControl
        variations={variations}
        chosen={choice.variation}
        onChoose={(variation) => choose({ variation })}
        error={errors.variation}
        controlRef={variationRef}
      />
      {isForSale && (
        <>
          <PersonalisationControl
            personalisation={choice.personalisation}
            onPersonalisationChange={(personalisation) => choose({ personalisation })}
            customText={choice.customText}
            onCustomTextChange={(customText) => choose({ customText })}
            error={errors.customText}
            customTextRef={customTextRef}
          />
          <QuantityField
            label="Quantity"
            quantity={choice.quantity}
            max={maxQuantity}
            onQuantityChange={(quantity) => choose({ quantity })}
            maxMessage={
              maxQuantity === product.stock ? `Only ${maxQuantity} available` : `Maximum ${maxQuantity} per basket`
            }
          />
        </>
      )}
    </>
  )
}

/** Always visible before a purchase, with a link to the whole declaration. */
function AllergenLine({ product }: { product: Product }) {
  const declaration = readAllergens(product.allergens)
  const traces = mayContainSummary(declaration)
  return (
    <p className="flex gap-3">
      <Wheat aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <span>
        <strong className="font-semibold">{containsSummary(declaration)}</strong> {traces && `${traces} `}
        <a href={`#${allergensId}`} className="text-link whitespace-nowrap">
          All allergens
        </a>
      </span>
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
            onClick={purchase.addToBasket}
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
        {actions.buyNow !== 'absent' && (
          <Button
            variant="secondary"
            size="lg"
            disabled={actions.buyNow === 'blocked'}
            onClick={purchase.buyNow}
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
