/** Schemas of orders and refunds in email data, and the email blocks that show them. */
import { z } from 'zod'
import { personalisationLabels, personalisations } from '../../../../domain/catalogue/categories.ts'
import { allergenSentences, readAllergens } from '../../../../domain/food/allergens.ts'
import { kitchenLine } from '../../../../domain/food/kitchen.ts'
import { answerLine, readAnswers } from '../../../../domain/orders/allergen-requests.ts'
import { breakdown, deliveryText } from '../../../../domain/orders/breakdown.ts'
import { briefLines, readBrief } from '../../../../domain/orders/brief.ts'
import { lateRefundText } from '../../../../domain/orders/cancellation-terms.ts'
import { shortOrderId } from '../../../../domain/orders/order-state.ts'
import { quoteLineText, readQuoteTerms } from '../../../../domain/orders/quote-terms.ts'
import { dayAndTime, dayInWords, longDate } from '../../../../domain/values/calendar.ts'
import { formatPounds, toPence } from '../../../../domain/values/money.ts'
import type { Block, EmailContext, Item } from './email.ts'

/** Absent in emails that were enqueued before orders had numbers. */
export const numberSchema = z.string().optional()

const placeSchema = z.object({
  address_line1: z.string(),
  address_line2: z.string().nullish(),
  city: z.string(),
  postal_code: z.string(),
  instructions: z.string().nullish(),
})

const itemSchema = z.object({
  name: z.string(),
  quantity: z.number(),
  price: z.number(),
  image: z.string().nullable(),
  variation: z.string().nullable(),
  options_text: z.string().nullish(),
  personalization: z.string().nullable(),
  custom_request_details: z.string().nullable(),
  allergens: z.unknown(),
  /** A line that the seller wrote into a manual order. */
  is_custom: z.boolean().default(false),
})

const sumsSchema = z.object({
  /** Less the discount. */
  subtotal: z.number(),
  discount: z.number().default(0),
  delivery_fee: z.number(),
  /** For the shops, beside the price. */
  tip: z.number().default(0),
  /** What gift vouchers paid of the total. */
  voucher_amount: z.number().default(0),
  total: z.number(),
})

const orderBaseSchema = sumsSchema.extend({
  /** The part of a cancelled order's payment that covers delivery of the rest of its checkout. */
  delivery_deduction: z.number().default(0),
  id: z.uuid(),
  number: numberSchema,
  shop: z.string(),
  fulfilment: z.enum(['delivery', 'pickup']),
  note: z.string().nullable(),
  /** The brief of a custom order. */
  brief: z.unknown().optional(),
  /** The seller's answers about allergens, to which the buyer has agreed. */
  allergen_answers: z.unknown().optional(),
  /** The part of the total that the deposit leaves; 0 without a deposit. */
  balance: z.number().default(0),
  balance_due_on: z.string().nullish(),
  owes_balance: z.boolean().default(false),
  /** What was paid online so far. */
  received: z.number().optional(),
  /** The lines and the note of the accepted quote. */
  quote_terms: z.unknown().optional(),
  /** The allergens that the kitchen handled when the order was placed. */
  kitchen_handles: z.array(z.string()).nullish(),
  agreed_on: z.string().nullish(),
  pickup: z
    .object({
      date: z.string(),
      start: z.string(),
      end: z.string(),
      /** Null until the address may be shown. Until then, `area` is set, and `address_from` says when. */
      place: placeSchema.nullable(),
      area: z.object({ city: z.string(), postal_area: z.string().optional() }).nullish(),
      address_from: z.string().nullish(),
    })
    .nullable(),
  /** The chosen day of a delivery. Without hours it is a day of posting. */
  delivery: z.object({ date: z.string(), start: z.string().nullable(), end: z.string().nullable() }).nullish(),
  items: z.array(itemSchema),
  /** Until when the buyer can cancel, and what the shop keeps of a late cancellation. */
  cancellation: z
    .object({
      until: z.string().nullable(),
      in_part_until: z.string().nullable(),
      refund_percent: z.number().nullable(),
      kept: z.number(),
    })
    .optional(),
})

/** An order as shown to its buyer. */
const orderSchema = orderBaseSchema.extend({
  address: placeSchema.extend({ full_name: z.string() }).nullable(),
})
export type OrderFacts = z.output<typeof orderSchema>

/** An order as shown to its seller. */
const saleSchema = orderBaseSchema.extend({ buyer: z.string(), town: z.string().nullable() })
export type SaleFacts = z.output<typeof saleSchema>

export const orderEmailSchema = z.object({ name: z.string(), order: orderSchema })
export const saleEmailSchema = z.object({ name: z.string(), order: saleSchema })

export const receiptEmailSchema = sumsSchema.extend({
  name: z.string(),
  orders: z.array(orderSchema).min(1),
  paid_at: z.string(),
})

const cancellationSchema = z.object({
  by: z.enum(['buyer', 'seller', 'marketplace']),
  reason: z.string().nullable(),
  /** Null without a refund. */
  refund: z.number().nullable(),
  /** What of it returned to gift vouchers. */
  to_vouchers: z.number().nullish(),
})
export const cancelledOrderEmailSchema = orderEmailSchema.extend(cancellationSchema.shape)
export const cancelledSaleEmailSchema = saleEmailSchema.extend(cancellationSchema.shape)

export const refundEmailSchema = z.object({
  name: z.string(),
  amount: z.number(),
  reason: z.string().nullable(),
  /** Null, with shop, for a payment that was not applied. */
  order_id: z.uuid().nullable(),
  number: numberSchema,
  shop: z.string().nullable(),
})

export const orderPath = ({ id }: { id: string }) => `/order/${id}`
export const salePath = ({ id }: { id: string }) => `/seller/orders?order=${id}`
/** 'Order HC-1042' */
export const orderLabel = ({ id, number }: { id: string; number?: string | undefined }) =>
  `Order ${number ?? shortOrderId(id)}`

/** '2 × Carrot cake, 1 × Bun'. */
export const itemsSummary = (items: readonly { quantity: number; name: string }[]) =>
  items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

/** 'Saturday 28 November, 09:00 to 11:00'. */
export const pickupTime = ({ date, start, end }: NonNullable<OrderFacts['pickup']>) =>
  `${longDate(date)}, ${start} to ${end}`

/** 'Saturday 28 November, 09:00 to 11:00' or 'Saturday 28 November, by post'. */
export const deliveryTime = ({ date, start, end }: NonNullable<OrderFacts['delivery']>) =>
  `${longDate(date)}, ${start && end ? `${start} to ${end}` : 'by post'}`

export function kitchenBlocks(handles: OrderFacts['kitchen_handles']): Block[] {
  const text = kitchenLine(handles)
  return text === null ? [] : [{ kind: 'text', text }]
}

export function itemsBlock(items: OrderFacts['items'], context: EmailContext): Block {
  return { kind: 'items', items: items.map((item) => itemOf(item, context)) }
}

function itemOf(item: OrderFacts['items'][number], { pictureUrl }: EmailContext): Item {
  return {
    name: item.name,
    quantity: item.quantity,
    pricePence: toPence(item.price) * item.quantity,
    details: [optionsOf(item), ...allergenLines(item)].filter((line) => line !== null),
    picture: pictureOf(item.image, pictureUrl),
  }
}

/** A line that the seller wrote into an order is food only if it has a declaration. */
function allergenLines({ allergens, is_custom }: OrderFacts['items'][number]): readonly string[] {
  const declaration = readAllergens(allergens)
  if (declaration) return allergenSentences(declaration)
  return is_custom ? [] : ['No allergens are declared for this item.']
}

function optionsOf(item: OrderFacts['items'][number]) {
  const { variation, options_text, personalization, custom_request_details: words } = item
  const known = personalisations.find((name) => name === personalization)
  const personal = words ? `“${words}”` : known ? personalisationLabels[known] : null
  return [variation, options_text, personal].filter(Boolean).join(options_text ? '; ' : ', ') || null
}

/** The address of a picture at twice the displayed size, for high-density screens. Clients that do not accept WebP get another format. */
export function pictureOf(image: string | null, pictureUrl: string): string | undefined {
  if (!image) return undefined
  if (/^https?:\/\//i.test(image)) return URL.canParse(image) ? image : undefined
  const path = image.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')
  return `${pictureUrl}/storage/v1/render/image/public/${path}?width=112&height=112&quality=75`
}

export function sumsBlock(sums: z.output<typeof sumsSchema>, isDelivered: boolean): Block {
  const discount = toPence(sums.discount)
  const rows = breakdown({
    subtotal: toPence(sums.subtotal) + discount,
    discount,
    isPickup: !isDelivered,
    delivery: deliveryText(toPence(sums.delivery_fee)),
    tip: toPence(sums.tip),
    total: toPence(sums.total),
    voucher_amount: toPence(sums.voucher_amount),
    isPaid: true,
  })
  // A pickup has no fee, so without a discount or a tip the total is the only line.
  const hidden = isDelivered ? [] : sums.discount + sums.tip > 0 ? ['Pickup'] : ['Pickup', 'Subtotal']
  return { kind: 'sums', sums: rows.filter(({ label }) => !hidden.includes(label)) }
}

/** The time and place of pickup, or the day and address of delivery. */
export function handOverBlocks({ pickup, delivery, address, agreed_on: agreedOn }: OrderFacts): Block[] {
  const day = delivery ? deliveryTime(delivery) : agreedOn && dayInWords(agreedOn)
  if (!pickup && !address) return []
  if (!pickup)
    return [
      ...(day ? [{ kind: 'fact', label: 'Delivery on', lines: [day] } as const] : []),
      ...(address
        ? [{ kind: 'fact', label: 'Delivery to', lines: [address.full_name, ...linesOf(address)] } as const]
        : []),
    ]
  return [{ kind: 'fact', label: 'Pick it up', lines: [pickupTime(pickup)] }, ...pickupPlaceBlocks(pickup)]
}

function pickupPlaceBlocks({ place, area, address_from: from }: NonNullable<OrderFacts['pickup']>): Block[] {
  if (!place && area)
    return [
      {
        kind: 'fact',
        label: 'Where',
        lines: [
          [area.city, area.postal_area].filter(Boolean).join(' '),
          `The address appears on your order page ${from ? `on ${dayAndTime(from)}` : 'later'}, or as soon as the order is ready.`,
        ],
      },
    ]
  if (!place)
    return [
      {
        kind: 'fact',
        label: 'Where',
        lines: ['The seller has not set a pickup address yet. Please message them from your order page.'],
      },
    ]
  const where: Block = { kind: 'fact', label: 'Where', lines: linesOf(place) }
  return place.instructions ? [where, { kind: 'fact', label: 'How to find it', lines: [place.instructions] }] : [where]
}

/** Until when the order can be cancelled, as it was shown before paying. */
export function cancellationBlocks({ cancellation }: OrderFacts, paidAt: string): Block[] {
  if (!cancellation?.until) return []
  const { until, in_part_until: inPartUntil, refund_percent: percent } = cancellation
  const isOver = new Date(until) <= new Date(paidAt)
  const full = isOver
    ? 'This order is too close to its hand-over to be cancelled for a full refund.'
    : `You can cancel for a full refund until ${dayAndTime(until)}, unless the order has been shipped or is ready.`
  const after = inPartUntil && percent !== null ? `${lateRefundText(percent)}, until ${dayAndTime(inPartUntil)}.` : null
  return [{ kind: 'fact', label: 'Cancelling', lines: [full, ...(after ? [after] : [])] }]
}

function linesOf({ address_line1, address_line2, city, postal_code }: z.output<typeof placeSchema>): string[] {
  return [address_line1, address_line2, `${city} ${postal_code}`].filter((line): line is string => Boolean(line))
}

/** The pictures of a brief are not in the email, because only its members may see them. */
export function briefBlocks(brief: unknown): Block[] {
  const { pictures } = readBrief(brief)
  const lines = briefLines(brief).flatMap(({ name, value }) => `${name}: ${value}`.split(/\r\n|\r|\n/))
  const shown =
    pictures.length === 1 ? ['1 picture, on the order page'] : [`${pictures.length} pictures, on the order page`]
  const all = [...lines, ...(pictures.length > 0 ? shown : [])]
  return all.length > 0 ? [{ kind: 'fact', label: 'What was agreed', lines: all }] : []
}

/** The answers about allergens, in full: an email may be read in the kitchen. */
export function answersBlocks(label: string, json: unknown): Block[] {
  const lines = readAnswers(json).map(answerLine)
  return lines.length > 0 ? [{ kind: 'fact', label, lines }] : []
}

/** What is still to be paid, and by when. */
export function balanceBlocks({ owes_balance, balance, balance_due_on: day }: OrderFacts | SaleFacts): Block[] {
  if (!owes_balance || !day) return []
  return [{ kind: 'fact', label: 'Balance to pay', lines: [`${formatPounds(balance)} by ${dayInWords(day)}`] }]
}

/** What the price of a quote covers, and the seller's note. */
export function quoteTermsBlocks(json: unknown): Block[] {
  const { lines, note } = readQuoteTerms(json)
  const covers: Block[] =
    lines.length > 0 ? [{ kind: 'fact', label: 'What the price covers', lines: lines.map(quoteLineText) }] : []
  return [...covers, ...noteBlocks('Note from the seller', note || null)]
}

export function noteBlocks(label: string, text: string | null): Block[] {
  return text ? [{ kind: 'fact', label, lines: text.split(/\r\n|\r|\n/) }] : []
}
