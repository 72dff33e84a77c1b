/** To a subscriber: price, allergens or ingredients have changed, and there are no orders until the buyer agrees. */

import { z } from 'zod'
import { changeSentences } from '../../../../domain/food/allergen-changes.ts'
import { allergenSentences, readAllergens } from '../../../../domain/food/allergens.ts'
import { formatPounds } from '../../../../domain/values/money.ts'
import { type Block, defineTemplate } from './email.ts'
import { subscriptionPath } from './subscription-data.ts'

const termsSchema = z.object({ price: z.number(), allergens: z.unknown(), ingredients: z.string().nullable() })
const schema = z.object({
  name: z.string(),
  subscription_id: z.uuid(),
  shop: z.string(),
  product: z.string(),
  before: termsSchema,
  after: termsSchema,
})
type Change = z.output<typeof schema>

export const subscriptionChanged = defineTemplate(schema, (change) => ({
  subject: `${change.product} has changed: do you still want it?`,
  preview: 'There are no more orders of your subscription until you agree.',
  heading: 'Please check your subscription',
  blocks: [
    {
      kind: 'text',
      text: `Hello ${change.name}, ${change.shop} has changed ${change.product}. There are no more orders of your subscription until you agree. You can also cancel it.`,
    },
    ...allergenBlocks(change),
    ...ingredientBlocks(change),
    ...priceBlocks(change),
    { kind: 'button', label: 'Agree or cancel', path: subscriptionPath(change) },
  ],
}))

function allergenBlocks({ product, before, after }: Change): Block[] {
  const [was, isNow] = [readAllergens(before.allergens), readAllergens(after.allergens)]
  const sentences = changeSentences(product, was, isNow)
  if (sentences.length === 0) return []
  return [
    { kind: 'text', text: sentences.join(' ') },
    { kind: 'fact', label: 'Allergens now', lines: allergenSentences(isNow) },
  ]
}

function ingredientBlocks({ before, after }: Change): Block[] {
  if (before.ingredients === after.ingredients) return []
  return [{ kind: 'fact', label: 'Ingredients now', lines: [after.ingredients ?? 'Not stated'] }]
}

function priceBlocks({ before, after }: Change): Block[] {
  if (before.price === after.price) return []
  return [
    {
      kind: 'fact',
      label: 'Price of one',
      lines: [`${formatPounds(after.price)} instead of ${formatPounds(before.price)}`],
    },
  ]
}
