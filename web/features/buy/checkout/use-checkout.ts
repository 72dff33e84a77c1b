/** The state of the checkout: parts, choices, costs and validation errors. */

import type { ReviewedLine } from '#domain/checkout/basket-review'
import {
  type CheckoutLine,
  type CheckoutTotals,
  chosenOption,
  type FulfilmentOption,
  partsOf,
  type ShopChoice,
  type ShopPart,
  takesTip,
  totalsOf,
} from '#domain/checkout/checkout'
import { paidByVouchers } from '#domain/checkout/voucher'
import { unknownText } from '#domain/delivery/delivery-terms'
import { type AllergenAnswer, allergenNames, refusedAnswers } from '#domain/orders/allergen-requests'
import type { HandOverSlot } from '#domain/pickup/hand-over'
import { heldSlot, type OfferedDay } from '#domain/pickup/pickup-days'
import { slotLike, slotOnly } from '#domain/pickup/usual-time'
import { useAddresses, useDestination } from '#features/buy/addresses'
import { useHousehold } from '#features/discover/household'
import { allergenOverview } from './allergen-overview.ts'
import { availableSlot, type CheckoutError, checkParts, errorIds } from './checkout-errors.ts'
import { deliveryProblem } from './delivery-problem.tsx'
import { type EnteredCode, useDiscounts } from './discounts.ts'
import type { DraftControls } from './draft.ts'
import { useOfferedDays } from './offered-days.ts'
import { readTip } from './tip.ts'
import { type EnteredVoucher, useVouchers } from './vouchers.ts'

/** @param requested the lines of the basket, or the line of an accepted quote */
export function useCheckout(controls: DraftControls, requested: readonly ReviewedLine[]) {
  const lines = requested.filter(isBuyable)
  const unavailable = requested.map((line, position) => ({ line, position })).filter(({ line }) => !isBuyable(line))
  const parts = useParts(lines, controls)
  const options = parts.map(({ option }) => option)
  const isDelivered = options.some((option) => option?.fulfilment === 'delivery')
  const { data: addresses = [], isLoading: areAddressesLoading } = useAddresses()
  // The chosen address, or the default, which comes first.
  const address = addresses.find(({ id }) => id === controls.draft.addressId) ?? addresses[0]
  const phone = controls.draft.phone ?? (isDelivered ? address?.phone : null) ?? ''
  const allergens = useAllergens(
    parts.flatMap(({ part, option }) => option?.lines ?? part.lines),
    controls,
  )
  const answers = lines.flatMap(({ quote }) => quote?.answers ?? [])
  const agreements = agreementsOn(answers, controls)
  const totals = totalsOf(
    parts.map(({ part }) => part),
    options,
    useDestination(address),
    parts.map(({ entered }) => entered.discount),
    parts.map(({ tipPence }) => tipPence ?? 0),
  )
  const vouchersPence = paidByVouchers(
    parts.map(({ vouchers }, index) => ({
      duePence: (totals.shops[index]?.totalPence ?? 0) - (totals.shops[index]?.tipPence ?? 0),
      vouchers: vouchers.flatMap(({ found }) => found ?? []),
    })),
    totals.totalPence,
  )
  const { errors, ordered } = checkParts(parts)
  const validationErrors: CheckoutError[] = [
    ...(unavailable.length > 0 ? [unavailableError] : []),
    ...errors,
    ...(isDelivered && !address ? [addressError] : deliveryErrors(parts, totals)),
    ...codeErrors(parts, totals),
    ...(isPhone(phone) ? [] : [phoneError]),
    ...agreements.filter(({ hasAgreed }) => !hasAgreed).map(agreementError),
    ...(allergens.isRead || lines.length === 0 ? [] : [allergenError]),
  ]
  // A quote is the only line.
  const deposit = lines[0]?.quote?.deposit ?? null
  return {
    controls,
    deposit,
    /** What is paid now: the deposit, or everything. */
    duePence: deposit?.pence ?? totals.totalPence - vouchersPence,
    /** What gift vouchers pay. */
    vouchersPence,
    lines,
    unavailable,
    parts,
    options,
    totals,
    /** Whether days or addresses are loading, which move what is below them. */
    isLoading: (isDelivered && areAddressesLoading) || parts.some(({ offered }) => offered?.isLoading),
    isDelivered,
    address,
    phone,
    allergens,
    answers,
    agreements,
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
/** Only with an address. */
function deliveryErrors(parts: readonly { part: ShopPart }[], { shops }: CheckoutTotals): CheckoutError[] {
  return parts.flatMap(({ part: { shop } }, index) => {
    const delivery = shops[index]?.delivery
    if (!delivery) return []
    if (delivery.kind === 'unknown') return [{ id: errorIds.address, message: unknownText(shop.name, delivery) }]
    const problem = deliveryProblem(shop.name, delivery)
    return problem === null ? [] : [{ id: errorIds.fulfilment(shop.id), message: problem }]
  })
}

/** A code that takes nothing off has to be removed, so that nobody pays more than expected. */
function codeErrors(
  parts: readonly { part: ShopPart; entered: EnteredCode; vouchers: readonly EnteredVoucher[] }[],
  { shops }: CheckoutTotals,
): CheckoutError[] {
  return parts.flatMap(({ part: { shop }, entered, vouchers }, index) => {
    const problem = [entered, ...vouchers].some(({ isLoading }) => isLoading)
      ? 'Your code is being checked. Please try again in a moment.'
      : (entered.refusal ?? vouchers.find(({ refusal }) => refusal)?.refusal ?? shops[index]?.discounting?.problem)
    return problem ? [{ id: errorIds.code(shop.id), message: problem }] : []
  })
}

const phoneError: CheckoutError = {
  id: errorIds.phone,
  message: 'Please enter a phone number, or leave it empty.',
}
const isPhone = (phone: string) => phone.trim() === '' || /^[+0-9 ().-]{5,32}$/.test(phone.trim())
const allergenError: CheckoutError = {
  id: errorIds.allergens,
  message: 'Please confirm that you have read the allergens of all items.',
}

/** A statement that names the allergens, which the buyer confirms. */
export interface Agreement {
  readonly label: string
  readonly hasAgreed: boolean
  agree(hasAgreed: boolean): void
}

/** One statement about all answers, and one about those that refuse. A changed answer requires new confirmations. */
function agreementsOn(answers: readonly AllergenAnswer[], { draft, agree }: DraftControls): readonly Agreement[] {
  const refused = refusedAnswers(answers)
  const labels = [
    ...(answers.length > 0 ? [`I have read this for ${allergenNames(answers)}`] : []),
    ...(refused.length > 0 ? [`I accept that this order is not free of ${allergenNames(refused)}`] : []),
  ]
  return labels.map((label) => {
    const statement = `${label}: ${JSON.stringify(answers)}`
    return {
      label,
      hasAgreed: draft.agreements.includes(statement),
      agree: (hasAgreed) => agree(statement, hasAgreed),
    }
  })
}

function agreementError({ label }: Agreement): CheckoutError {
  return { id: errorIds.answers, message: `Please confirm: “${label}”.` }
}

function isBuyable(line: ReviewedLine): line is CheckoutLine {
  return line.unavailableReason === null && line.product !== null
}

const noCode: EnteredCode = { discount: null, refusal: null, isLoading: false }

/** Each shop's part with its choices, as far as they are still valid. */
function useParts(lines: readonly CheckoutLine[], { choiceOf }: DraftControls) {
  const parts = partsOf(lines).map((part) => {
    const choice = choiceOf(part.shop.id)
    return { part, choice, option: chosenOption(part, choice) }
  })
  const slots = useOfferedDays(parts)
  const codes = useDiscounts(parts)
  const vouchers = useVouchers(parts)
  return parts.map(({ part, choice, option }, index) => {
    const offered = slots[index]
    const entered = codes[index] ?? noCode
    // Until its days are loaded, a delivery has no slot, and the database asks for one if it needs it.
    const needsSlot = option?.fulfilment === 'pickup' || (offered?.data?.length ?? 0) > 0
    const slot = needsSlot ? slotOf(choice, option, offered?.data) : null
    const tipPence = takesTip(part) ? readTip(choice.tip) : 0
    return {
      part,
      option,
      offered,
      needsSlot,
      entered,
      codeId: entered.discount?.id,
      vouchers: vouchers[index] ?? [],
      tipPence,
      choice: { ...choice, slot },
    }
  })
}

/** The buyer's own choice, or the place that is held for them, or the one like the order that is repeated. */
function slotOf(
  { slot, usual }: ShopChoice,
  option: FulfilmentOption | null,
  offered: readonly OfferedDay[] | undefined,
): HandOverSlot | null {
  const held = heldSlot(offered ?? [])
  if (slot || held || usual?.fulfilment !== option?.fulfilment)
    return availableSlot(offered, slot ?? (held && slotOnly(held)))
  return usual && offered ? slotLike(usual, offered) : null
}

function useAllergens(lines: readonly CheckoutLine[], { draft, confirmAllergens }: DraftControls) {
  // The confirmation covers exactly these products, allergens and kitchens. A change requires a new one.
  const text = JSON.stringify(
    lines.map(({ product, allergens }) => [product.id, allergens, product.shop.kitchen?.handles]),
  )
  const products = lines.map(({ line, product, options, allergens }) => ({
    name: line.product.name,
    declaration: allergens,
    kitchen: product.shop.kitchen,
    texts: [product.name, product.description, product.ingredients, line.variation, ...options],
  }))
  return {
    // Also while the household is switched off: this is the last look before the order.
    overview: allergenOverview(products, useHousehold().people),
    isRead: draft.allergensRead === text,
    confirm: (isRead: boolean) => confirmAllergens(isRead ? text : null),
  }
}
