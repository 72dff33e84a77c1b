/** To a subscriber: the subscription has ended, by whom, and that nothing more is to be paid. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'
import { noteBlocks } from './order-data.ts'
import { itemText, subscriptionFields, subscriptionPath } from './subscription-data.ts'

const schema = z.object({
  ...subscriptionFields,
  by: z.enum(['buyer', 'seller', 'blocked', 'unused']),
  message: z.string().nullable(),
})

export const subscriptionEnded = defineTemplate(schema, (subscription) => ({
  subject: `Your subscription to ${subscription.product} has ended`,
  preview: 'There will be no more orders.',
  heading: 'Your subscription has ended',
  blocks: [
    {
      kind: 'text',
      text: `Hello ${subscription.name}, ${reasonOf(subscription)} There will be no more orders, and nothing more to pay. Orders that you have paid stay as they are.`,
    },
    ...noteBlocks(subscription.by === 'seller' ? `From ${subscription.shop}` : 'Reason', subscription.message),
    { kind: 'button', label: 'Your subscriptions', path: subscriptionPath(subscription) },
  ],
}))

function reasonOf(subscription: z.output<typeof schema>): string {
  const item = `${itemText(subscription)} from ${subscription.shop}`
  if (subscription.by === 'buyer') return `you cancelled your subscription to ${item}.`
  if (subscription.by === 'seller')
    return `${subscription.shop} has ended your subscription to ${itemText(subscription)}.`
  return `your subscription to ${item} has ended.`
}
