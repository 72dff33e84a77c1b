/** The state of the checkout: parts, choices, costs and validation errors. */

import type { BasketLine } from '#domain/checkout/basket'
import {
  type CheckoutLine,
  chosenOption,
  type FulfilmentOption,
  isBuyable,
  partsOf,
  requestedQuote,
  type ShopChoice,
  type ShopPart,
  takesTip,
} from '#domain/checkout/checkout'
import { type AcceptedQuote, type Preview, requestedItem } from '#domain/checkout/preview'
import { unknownText } from '#domain/delivery/delivery-terms'
import { type AllergenAnswer, allergenNames, refusedAnswers } from '#domain/orders/allergen-requests'
import type { HandOverSlot } from '#domain/pickup/hand-over'
import { heldSlot, type OfferedDay } from '#domain/pickup/pickup-days'
import { slotLike, slotOnly } from '#domain/pickup/usual-time'
import { isUuid } from '#domain/values/ids'
import { toPounds } from '#domain/values/money'
import { type Address, useAddresses, useDestination } from '#features/buy/addresses'
import { usePreview } from '#features/buy/basket'
import { useHousehold } from '#features/discover/household'
import { allergenOverview } from './allergen-overview.ts'
import { availableSlot, type CheckoutError, checkParts, errorIds, problemErrors } from './checkout-errors.ts'
import { deliveryProblem } from './delivery-problem.tsx'
import { type EnteredCode, useDiscounts } from './discounts.ts'
import type { DraftControls } from './draft.ts'
import { useOfferedDays } from './offered-days.ts'
import { readTip } from './tip.ts'
import { type EnteredVoucher, useVouchers } from './vouchers.ts'

export interface Requested {
  readonly lines: readonly BasketLine[]
  /** The accepted quote, if the order is one. */
  readonly quote?: AcceptedQuote
}

/** @param requested the lines of the basket, or the line of an accepted quote */
export function useCheckout(controls: DraftControls, requested: Requested) {
  const { data: addresses = [], isLoading: areAddressesLoading } = useAddresses()
  // The chosen address, or the default, which comes first.
  const address = addresses.find(({ id }) => id === controls.draft.addressId) ?? addresses[0]
  const { place } = useDestination(address)
  const codes = useCodes(controls)
  const common = {
    // The database refuses an id that is none.
    items: requested.lines
      .filter(({ product }) => isUuid(product.id))
      .map((line) => ({
        ...requestedItem(line),
        ...(requested.quote && requestedQuote(requested.quote)),
      })),
    allergens_acknowledged: true,
    ...(address && { address_id: address.id, ...(place && { destination: { ...place } }) }),
  }
  // Not after the addresses, which may come late. The sums follow.
  const first = usePreview({ ...common, shops: requestedShops(controls, codes, undefined) })
  // Without the fulfilments that are no longer offered. It is the same request as a rule.
  const preview = usePreview({ ...common, shops: requestedShops(controls, codes, first.data) }, first.isSuccess)
  const hasFailed = first.isError || preview.isError
  return {
    hasFailed,
    retry: () => void (first.isError ? first : preview).refetch(),
    isLoaded: preview.data !== undefined,
    /** The sums of the last change are not known yet. */
    isStale: preview.isPlaceholderData && !hasFailed,
    state: useCheckoutState(controls, requested, { preview: preview.data, codes, address, areAddressesLoading }),
  }
}

type Codes = ReturnType<typeof useCodes>

/** The codes that are entered for each shop. */
function useCodes({ draft }: DraftControls) {
  const choices = Object.entries(draft.choices).map(([shopId, choice]) => ({ shopId, choice }))
  const discounts = useDiscounts(choices)
  const vouchers = useVouchers(choices)
  return new Map(
    choices.map(({ shopId }, index) => [
      shopId,
      { entered: discounts[index] ?? noCode, vouchers: vouchers[index] ?? [] },
    ]),
  )
}

/** What is chosen for each shop, as far as it decides about the sums. */
function requestedShops({ draft }: DraftControls, codes: Codes, known: Preview | undefined) {
  return Object.entries(draft.choices).map(([shopId, { fulfilment, tip }]) => {
    const offered = known?.shops.find(({ shop_id: id }) => id === shopId)?.fulfilments
    const isOffered = !offered || offered.some((one) => one.fulfilment === fulfilment)
    const { entered, vouchers = [] } = codes.get(shopId) ?? {}
    const found = vouchers.flatMap(({ code, found: voucher }) => (voucher ? [code] : []))
    const tipPence = readTip(tip)
    return {
      shop_id: shopId,
      ...(fulfilment && isOffered && { fulfilment }),
      ...(entered?.discount && { discount_code_id: entered.discount.id }),
      ...(found.length > 0 && { vouchers: found }),
      ...(tipPence && { tip: Number(toPounds(tipPence)) }),
    }
  })
}

interface Known {
  readonly preview: Preview | undefined
  readonly codes: Codes
  readonly address: Address | undefined
  readonly areAddressesLoading: boolean
}

function useCheckoutState(
  controls: DraftControls,
  { lines: basket, quote }: Requested,
  { preview = nothingPreviewed, codes, address, areAddressesLoading }: Known,
) {
  const { lines: reviewed, parts: shopParts } = partsOf(basket, preview, quote)
  const lines = reviewed.filter(isBuyable)
  const unavailable = reviewed.map((line, position) => ({ line, position })).filter(({ line }) => line.unavailable)
  const parts = useParts(shopParts, controls, codes)
  const options = parts.map(({ option }) => option)
  const isDelivered = options.some((option) => option?.fulfilment === 'delivery')
  const phone = controls.draft.phone ?? (isDelivered ? address?.phone : null) ?? ''
  const allergens = useAllergens(
    parts.flatMap(({ part, option }) => option?.lines ?? part.lines),
    controls,
  )
  const answers = lines.flatMap(({ quote: accepted }) => accepted?.answers ?? [])
  const agreements = agreementsOn(answers, controls)
  const { errors, ordered } = checkParts(parts)
  const known: CheckoutError[] = [
    ...(unavailable.length > 0 ? [unavailableError] : []),
    ...errors,
    ...(isDelivered && !address ? [addressError] : deliveryErrors(parts)),
    ...codeErrors(parts),
    ...(isPhone(phone) ? [] : [phoneError]),
    ...agreements.filter(({ hasAgreed }) => !hasAgreed).map(agreementError),
    ...(allergens.isRead || lines.length === 0 ? [] : [allergenError]),
  ]
  const validationErrors = [
    ...known,
    ...problemErrors(preview.problems, lines).filter(({ id }) => !known.some((error) => error.id === id)),
  ]
  // A quote is the only line.
  const deposit = lines[0]?.quote?.deposit ?? null
  return {
    controls,
    deposit,
    totals: preview,
    lines,
    unavailable,
    parts,
    options,
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

const nothingPreviewed: Preview = {
  subtotal: 0,
  discount: 0,
  delivery_discount: 0,
  delivery_fee: 0,
  tip: 0,
  total: 0,
  voucher_amount: 0,
  balance: 0,
  due: 0,
  short_of_free_delivery: 0,
  problems: [],
  shops: [],
  asked: [],
}

export type CheckoutState = ReturnType<typeof useCheckoutState>

const unavailableError: CheckoutError = {
  id: errorIds.unavailable,
  message: 'Remove or reduce unavailable items to continue.',
}
const addressError: CheckoutError = { id: errorIds.address, message: 'Please choose a delivery address.' }
/** Only with an address. */
function deliveryErrors(parts: readonly { part: ShopPart }[]): CheckoutError[] {
  return parts.flatMap(({ part: { shop, totals } }) => {
    const { delivery } = totals
    if (!delivery) return []
    if (delivery.kind === 'unknown') return [{ id: errorIds.address, message: unknownText(shop.name, delivery) }]
    const problem = deliveryProblem(shop.name, delivery)
    return problem === null ? [] : [{ id: errorIds.fulfilment(shop.id), message: problem }]
  })
}

/** A code that takes nothing off has to be removed, so that nobody pays more than expected. */
function codeErrors(
  parts: readonly { part: ShopPart; entered: EnteredCode; vouchers: readonly EnteredVoucher[] }[],
): CheckoutError[] {
  return parts.flatMap(({ part: { shop, totals }, entered, vouchers }) => {
    const problem = [entered, ...vouchers].some(({ isLoading }) => isLoading)
      ? 'Your code is being checked. Please try again in a moment.'
      : (entered.refusal ?? vouchers.find(({ refusal }) => refusal)?.refusal ?? totals.codeProblem)
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

const noCode: EnteredCode = { discount: null, refusal: null, isLoading: false }

/** Each shop's part with its choices, as far as they are still valid. */
function useParts(shopParts: readonly ShopPart[], { choiceOf }: DraftControls, codes: Codes) {
  const parts = shopParts.map((part) => {
    const choice = choiceOf(part.shop.id)
    return { part, choice, option: chosenOption(part, choice) }
  })
  const slots = useOfferedDays(parts)
  return parts.map(({ part, choice, option }, index) => {
    const offered = slots[index]
    const { entered = noCode, vouchers = [] } = codes.get(part.shop.id) ?? {}
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
      vouchers,
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
  const text = JSON.stringify(lines.map(({ product, allergens }) => [product.id, allergens, product.shop.kitchen]))
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
