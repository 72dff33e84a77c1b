/** To a subscriber: the next order is placed soon, and can still be skipped. */
import { z } from 'zod'
import { dayAndTime, longDate } from '../../../../domain/values/calendar.ts'
import { defineTemplate } from './email.ts'
import { itemText, manageBlocks, subscriptionFacts, subscriptionFields } from './subscription-data.ts'

const schema = z.object({ ...subscriptionFields, order_at: z.string(), pay_until: z.string() })

export const subscriptionComing = defineTemplate(schema, (subscription) => ({
  subject: `Coming up on ${longDate(subscription.date)}: ${itemText(subscription)}`,
  preview: `We place this order on ${dayAndTime(subscription.order_at)}.`,
  heading: 'Your next order is coming up',
  blocks: [
    {
      kind: 'text',
      text: `Hello ${subscription.name}, we place this order of your subscription on ${dayAndTime(subscription.order_at)}. ${subscription.pays_by_card ? 'Your saved card is charged then.' : `After that you can pay it until ${dayAndTime(subscription.pay_until)}.`}`,
    },
    ...subscriptionFacts(subscription),
    ...manageBlocks(subscription),
  ],
}))
