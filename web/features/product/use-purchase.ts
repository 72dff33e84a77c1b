/** The shopper's choices on a product page, and the actions: add to the basket, or buy now. */
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type BasketLine, maximumQuantity, purchaseLimit, quantityOf } from '#domain/basket'
import type { Personalisation } from '#domain/categories'
import { type Variation, variationsOf } from '#domain/product-variations'
import { useCart } from '#features/basket'
import { toast } from '#ui/toast'
import type { Product } from './product.ts'

export interface Choice {
  readonly variation: Variation | null
  readonly personalisation: Personalisation | null
  /** The buyer's own text, if the personalisation is `custom`. */
  readonly customText: string
  readonly quantity: number
}

export interface PurchaseErrors {
  readonly variation?: string
  readonly customText?: string
}

const missingVariation = 'Please select a variation'

export function usePurchase(product: Product) {
  const cart = useCart()
  const navigate = useNavigate()
  const variations = variationsOf(product)
  const maxQuantity = purchaseLimit(product.stock)
  const [choice, setChoice] = useState<Choice>({
    // A single variation is preselected.
    variation: variations.length === 1 ? (variations[0] ?? null) : null,
    personalisation: null,
    customText: '',
    quantity: 1,
  })
  const [errors, setErrors] = useState<PurchaseErrors>({})
  const variationRef = useRef<HTMLElement>(null)
  const customTextRef = useRef<HTMLInputElement>(null)

  function choose(change: Partial<Choice>): void {
    setChoice((before) => ({ ...before, ...change }))
    // A change clears the errors.
    setErrors({})
  }

  /** The line to add; null if something is missing, in which case the error is shown. */
  function validateLine(): BasketLine | null {
    const { variation, personalisation, customText, quantity } = choice
    if (!variation) {
      setErrors({ variation: missingVariation })
      toast({ title: missingVariation, variant: 'destructive' })
      variationRef.current?.focus()
      return null
    }
    if (personalisation === 'custom' && !customText.trim()) {
      setErrors({ customText: 'Please enter your message' })
      customTextRef.current?.focus()
      return null
    }
    return {
      product: toSnapshot(product, variation),
      variation: variation.name,
      personalization: personalisation,
      customRequestDetails: personalisation === 'custom' ? customText.trim() : null,
      quantity,
    }
  }

  function addToBasket(): void {
    const line = validateLine()
    if (line) showAddedToast(line, cart.add(line, product.stock), product.stock, quantityOf(cart.lines, product.id))
  }

  function buyNow(): void {
    const line = validateLine()
    if (!line) return
    cart.add(line, product.stock)
    void navigate('/cart')
  }

  return { variations, choice, choose, errors, maxQuantity, variationRef, customTextRef, addToBasket, buyNow }
}

function toSnapshot({ id, name, image, shop }: Product, { pricePence }: Variation): BasketLine['product'] {
  return { id, name, pricePence, image, shop: { name: shop.name, slug: shop.slug } }
}

function showAddedToast(line: BasketLine, added: number, stock: number, before: number): void {
  const what = line.product.name
  if (added === line.quantity) {
    toast({ title: 'Added to basket', description: `${added} × ${what}, ${line.variation}` })
  } else if (added > 0) {
    toast({ title: 'Added to basket', description: `${added} × ${what}. No more are available.` })
  } else if (before >= stock) {
    toast({ title: 'Nothing added', description: `All ${stock} available are already in your basket.` })
  } else {
    toast({ title: 'Nothing added', description: `You can add up to ${maximumQuantity} of the same item.` })
  }
}
