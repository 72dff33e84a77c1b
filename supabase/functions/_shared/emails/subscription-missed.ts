/** To a subscriber: a day of the subscription has no order, and why. */
import { z } from 'zod'
import { longDate } from '../../../../domain/values/calendar.ts'
import { defineTemplate } from './email.ts'
import { itemText, manageBlocks, subscriptionFields } from './subscription-data.ts'

const schema = z.object({ ...subscriptionFields, reason: z.string() })

export const subscriptionMissed = defineTemplate(schema, (subscription) => ({
  subject: `No ${itemText(subscription)} on ${longDate(subscription.date)}`,
  preview: subscription.reason,
  heading: 'This time there is no order',
  blocks: [
    {
      kind: 'text',
      text: `Hello ${subscription.name}, there is no order of your subscription from ${subscription.shop} for ${longDate(subscription.date)}. There is nothing to pay. Your subscription goes on.`,
    },
    { kind: 'fact', label: 'Reason', lines: [subscription.reason] },
    ...manageBlocks(subscription),
  ],
}))
