/** To a buyer who has subscribed: what was agreed, and how to cancel. */
import { z } from 'zod'
import { longDate } from '../../../../domain/values/calendar.ts'
import { defineTemplate } from './email.ts'
import { itemText, manageBlocks, subscriptionFacts, subscriptionFields } from './subscription-data.ts'

export const subscriptionStarted = defineTemplate(z.object(subscriptionFields), (subscription) => ({
  subject: `You subscribed to ${subscription.product}`,
  preview: `${itemText(subscription)} from ${longDate(subscription.date)}.`,
  heading: 'Your subscription has started',
  blocks: [
    {
      kind: 'text',
      text: `Hello ${subscription.name}, this is what you agreed to. It continues until you cancel it.`,
    },
    ...subscriptionFacts(subscription),
    {
      kind: 'text',
      text: `We tell you before each order. Then we place it, and ${subscription.pays_by_card ? 'charge your saved card' : 'you pay it yourself'}. An order that is not paid ends, and costs nothing. If the price rises, or allergens or ingredients change, we ask you first.`,
    },
    ...manageBlocks(subscription),
  ],
}))
