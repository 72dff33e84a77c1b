/** The data of subscriptions in emails, and what these emails say in common. */

import { z } from 'zod'
import { longDate } from '../../../../domain/values/calendar.ts'
import { formatPounds } from '../../../../domain/values/money.ts'
import type { Block } from './email.ts'

export const subscriptionFields = {
  pays_by_card: z.boolean(),
  name: z.string(),
  subscription_id: z.uuid(),
  shop: z.string(),
  product: z.string(),
  quantity: z.number(),
  choices: z.string().nullable(),
  every_weeks: z.number(),
  price: z.number(),
  /** The day that the email is about. */
  date: z.string(),
  start: z.string(),
  end: z.string(),
}
const subscriptionSchema = z.object(subscriptionFields)
type Subscription = z.output<typeof subscriptionSchema>

export const subscriptionPath = ({ subscription_id: id }: { readonly subscription_id: string }) =>
  `/subscriptions#${id}`

/** '2 × Sourdough (Large)'. */
export const itemText = ({ quantity, product, choices }: Subscription) =>
  `${quantity} × ${product}${choices === null ? '' : ` (${choices})`}`

/** What it is, when and for how much. */
export function subscriptionFacts(subscription: Subscription): Block[] {
  const { shop, date, start, end, price, quantity, every_weeks: weeks } = subscription
  return [
    { kind: 'fact', label: shop, lines: [itemText(subscription)] },
    {
      kind: 'fact',
      label: 'Pickup',
      lines: [`${longDate(date)}, ${start} to ${end}`, weeks === 1 ? 'Then each week' : 'Then every two weeks'],
    },
    { kind: 'fact', label: 'Price', lines: [`${formatPounds(price * quantity)} an order`] },
  ]
}

/** How to stop it, which every email about a subscription says. */
export function manageBlocks(subscription: Subscription): Block[] {
  return [
    {
      kind: 'text',
      text: 'You can skip a day, pause, change or cancel your subscription at any time, with one click each. Cancelling is free.',
    },
    { kind: 'button', label: 'Manage or cancel', path: subscriptionPath(subscription) },
  ]
}
