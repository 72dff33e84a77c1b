/** The state of the checkout: parts, choices, costs and validation errors. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { allergenOverview } from '#domain/allergen-overview'
import { readAllergens } from '#domain/allergens'
import type { ReviewedLine } from '#domain/basket-review'
import { type CheckoutLine, chosenOption, partsOf, totalsOf } from '#domain/checkout'
import { useAddresses } from '#features/addresses'
import { useMember } from '#features/auth'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
import { availableSlot, type CheckoutError, checkParts, errorIds } from './checkout-errors.ts'
import type { DraftControls } from './draft.ts'
import { checkoutKeys } from './keys.ts'
import { usePickupSlots } from './pickup-slots.ts'

/** @param requested the lines of the basket, or the line of an accepted quote */
export function useCheckout(controls: DraftControls, requested: readonly ReviewedLine[]) {
  const lines = requested.filter(isBuyable)
  const unavailable = requested.map((line, position) => ({ line, position })).filter(({ line }) => !isBuyable(line))
  const parts = useParts(lines, controls)
  const options = parts.map(({ option }) => option)
  const isDelivered = options.some((option) => option?.fulfilment === 'delivery')
  const address = useAddress(controls)
  const allergens = useAllergens(
    parts.flatMap(({ part, option }) => option?.lines ?? part.lines),
    controls,
  )
  const { errors, ordered } = checkParts(
    parts.map(({ part }) => part),
    parts.map(({ choice }) => choice),
  )
  const validationErrors: CheckoutError[] = [
    ...(unavailable.length > 0 ? [unavailableError] : []),
    ...errors,
    ...(isDelivered && !address ? [addressError] : []),
    ...(allergens.isRead || lines.length === 0 ? [] : [allergenError]),
  ]
  const totals = totalsOf(
    parts.map(({ part }) => part),
    options,
  )
  return {
    controls,
    lines,
    unavailable,
    parts,
    options,
    totals,
    isDelivered,
    address,
    allergens,
    validationErrors,
    ordered,
  }
}

export type CheckoutState = ReturnType<typeof useCheckout>

const unavailableError: CheckoutError = {
  id: errorIds.unavailable,
  message: 'Remove or reduce unavailable items to continue.',
}
const addressError: CheckoutError = { id: errorIds.address, message: 'Please choose a delivery address.' }
const allergenError: CheckoutError = {
  id: errorIds.allergens,
  message: 'Please confirm that you have read the allergens of all items.',
}

function isBuyable(line: ReviewedLine): line is CheckoutLine {
  return line.unavailableReason === null && line.product !== null
}

/** Each shop's part with its choices, as far as they are still valid. */
function useParts(lines: readonly CheckoutLine[], { choiceOf }: DraftControls) {
  const parts = partsOf(lines).map((part) => {
    const choice = choiceOf(part.shop.id)
    return { part, choice, option: chosenOption(part, choice) }
  })
  const slots = usePickupSlots(parts)
  return parts.map(({ part, choice, option }, index) => {
    const offered = slots[index]
    return { part, option, offered, choice: { ...choice, slot: availableSlot(offered?.data, choice.slot) } }
  })
}

/** The chosen address, or the default, which comes first. */
function useAddress({ draft }: DraftControls) {
  const { data: addresses = [] } = useAddresses()
  return addresses.find(({ id }) => id === draft.addressId) ?? addresses[0]
}

function useAllergens(lines: readonly CheckoutLine[], { draft, confirmAllergens }: DraftControls) {
  // The confirmation covers exactly these products and allergens. A change requires a new one.
  const text = JSON.stringify(lines.map(({ product }) => [product.id, product.allergens]))
  const products = lines.map(({ line, product }) => ({
    name: line.product.name,
    declaration: readAllergens(product.allergens),
  }))
  return {
    overview: allergenOverview(products, useAvoidedAllergens()),
    isRead: draft.allergensRead === text,
    confirm: (isRead: boolean) => confirmAllergens(isRead ? text : null),
  }
}

function avoidedAllergensQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: checkoutKeys.avoidedAllergens(userId),
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const client = await app.supabase()
      const own = client.from('profiles').select('allergens_to_avoid').eq('id', userId).abortSignal(signal)
      const profile: { allergens_to_avoid: string[] } | null = unwrapOptional(await own.maybeSingle())
      return profile?.allergens_to_avoid ?? []
    },
  })
}

function useAvoidedAllergens(): readonly string[] {
  return useQuery(avoidedAllergensQuery(useApp(), useMember().id)).data ?? []
}
