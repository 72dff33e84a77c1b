/** To a subscriber: an order has been placed and awaits payment. */

import { z } from 'zod'
import { dayAndTime, longDate } from '../../../../domain/values/calendar.ts'
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { itemText, manageBlocks, subscriptionFields } from './subscription-data.ts'

const schema = z.object({
  ...subscriptionFields,
  checkout_id: z.uuid(),
  total: z.number(),
  pay_until: z.string(),
  problem: z.string().nullish(),
})

export const subscriptionOrder = defineTemplate(schema, (subscription) => ({
  subject: `Please pay for ${itemText(subscription)}`,
  preview: `Until ${dayAndTime(subscription.pay_until)}.`,
  heading: 'Your order awaits payment',
  blocks: [
    {
      kind: 'text',
      text: `Hello ${subscription.name}${subscription.problem ? `. ${subscription.problem} Your` : ', your'} order from ${subscription.shop} for ${longDate(subscription.date)} is placed. Please pay ${formatPounds(subscription.total)} until ${dayAndTime(subscription.pay_until)}. After that the order ends, and there is nothing to pay.`,
    },
    {
      kind: 'fact',
      label: 'Pickup',
      lines: [`${longDate(subscription.date)}, ${subscription.start} to ${subscription.end}`],
    },
    { kind: 'button', label: 'Pay now', path: `/checkout/${subscription.checkout_id}` },
    ...manageBlocks(subscription),
  ],
}))
