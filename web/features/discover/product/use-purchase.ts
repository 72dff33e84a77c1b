/** The shopper's choices on a product page, and the actions: add to the basket, or buy now. */

import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Personalisation } from '#domain/catalogue/categories'
import {
  leftOfChoices,
  personalisationAt,
  type ResolvedSelection,
  resolveSelection,
  stockOf,
} from '#domain/catalogue/options'
import { type BasketLine, maximumQuantity, purchaseLimit, quantityOf } from '#domain/checkout/basket'
import { composed } from '#domain/food/composition'
import { useBasket } from '#features/buy/basket'
import { composedFoodOf, useFitCheck } from '#features/discover/household'
import { useListingLink } from '#platform/listing-link.ts'
import { toast } from '#ui/toast'
import type { Product } from './product.ts'

export interface PurchaseChoice {
  readonly variation: string | null
  /** The chosen ids of each group. */
  readonly groups: Readonly<Record<string, readonly string[]>>
  /** The answer to each question. */
  readonly answers: Readonly<Record<string, string>>
  readonly personalisation: Personalisation | null
  /** The buyer's own text, if the personalisation is `custom`. */
  readonly customText: string
  readonly quantity: number
}

/** What is wrong, by the place of the choice. */
export type PurchaseErrors = Readonly<Record<string, string>>

const nothingChosen: PurchaseChoice = {
  variation: null,
  groups: {},
  answers: {},
  personalisation: null,
  customText: '',
  quantity: 1,
}

function resolveChoice(product: Product, { variation, groups, answers, personalisation, customText }: PurchaseChoice) {
  return resolveSelection(product, {
    variation,
    options: [
      ...Object.entries(groups).map(([group_id, ids]) => ({ group_id, choice_ids: [...ids] })),
      ...Object.entries(answers).map(([question_id, text]) => ({ question_id, text })),
    ],
    personalization: personalisation,
    customRequestDetails: personalisation === 'custom' ? customText.trim() : null,
  })
}

export type Purchase = ReturnType<typeof usePurchase>

export function usePurchase(product: Product) {
  const basket = useBasket()
  const navigate = useNavigate()
  const checkFit = useFitCheck()
  const link = useListingLink()
  const [choice, setChoice] = useState(nothingChosen)
  const [errors, setErrors] = useState<PurchaseErrors>({})
  const controls = useRef(new Map<string, HTMLElement>())
  const chosen = resolveChoice(product, choice)
  // What every buyer gets counts before the choice is made.
  const food = composed(product, chosen.chosen, chosen.open)
  const maxQuantity = purchaseLimit(Math.min(stockOf(product), leftOfChoices(chosen.taken)))

  function choose(change: Partial<PurchaseChoice>): void {
    setChoice((before) => ({ ...before, ...change }))
    // A change clears the errors.
    setErrors({})
  }

  /** The line to add; null if something is missing, in which case the error is shown. */
  function validateLine(): BasketLine | null {
    const [first] = chosen.problems
    if (first) {
      setErrors(Object.fromEntries(chosen.problems.map(({ at, message }) => [at, message])))
      if (first.at !== personalisationAt) toast({ title: first.message, variant: 'destructive' })
      controls.current.get(first.at)?.focus()
      return null
    }
    const soldOut = chosen.taken.find(({ stock }) => stock === 0)
    if (soldOut) {
      toast({
        title: `“${soldOut.name}” is sold out`,
        description: 'Please choose another one.',
        variant: 'destructive',
      })
      return null
    }
    return {
      product: toSnapshot(product, chosen),
      variation: chosen.variation,
      options: chosen.options,
      personalization: choice.personalisation,
      customRequestDetails: choice.personalisation === 'custom' ? choice.customText.trim() : null,
      quantity: Math.min(choice.quantity, maxQuantity),
    }
  }

  /** Asks first if it does not fit the household. */
  async function mayAdd(): Promise<boolean> {
    const { id, name } = product
    const ordered = composedFoodOf({ ...product, kitchen: product.shop.kitchen }, food)
    return (await checkFit([{ id, name, food: ordered }])).has(id)
  }

  async function addToBasket(): Promise<void> {
    const line = validateLine()
    if (!line || !(await mayAdd())) return
    const stock = stockOf(product)
    const words = [line.variation, ...chosen.texts].filter(Boolean).join('; ')
    showAddedToast({ line, words, added: basket.add(line, stock), stock, before: quantityOf(basket.lines, product.id) })
  }

  async function buyNow(): Promise<void> {
    const line = validateLine()
    if (!line || !(await mayAdd())) return
    basket.add(line, stockOf(product))
    void navigate(link('/cart'))
  }

  /** Remembers the control of a choice, which gets the focus when it is missing. */
  const controlOf = (at: string) => (element: HTMLElement | null) => {
    if (element) controls.current.set(at, element)
  }

  return { choice, choose, chosen, food, errors, maxQuantity, controlOf, addToBasket, buyNow, validateLine }
}

function toSnapshot({ id, name, image, shop }: Product, { pricePence }: ResolvedSelection): BasketLine['product'] {
  return { id, name, pricePence, image, shop: { name: shop.name, slug: shop.slug } }
}

interface Added {
  readonly line: BasketLine
  /** What was chosen. */
  readonly words: string
  readonly added: number
  readonly stock: number
  readonly before: number
}

function showAddedToast({ line, words, added, stock, before }: Added): void {
  const what = line.product.name
  if (added === line.quantity) {
    toast({ title: 'Added to basket', description: [`${added} × ${what}`, words].filter(Boolean).join(', ') })
  } else if (added > 0) {
    toast({ title: 'Added to basket', description: `${added} × ${what}. No more are available.` })
  } else if (before >= stock) {
    toast({ title: 'Nothing added', description: `All ${stock} available are already in your basket.` })
  } else {
    toast({ title: 'Nothing added', description: `You can add up to ${maximumQuantity} of the same item.` })
  }
}
