/** To a buyer: the declaration of something in an open order has changed, with the old and the new one. */
import { z } from 'zod'
import { changeSentences } from '../../../../domain/allergen-changes.ts'
import { allergenSentences, readAllergens } from '../../../../domain/allergens.ts'
import { type Block, defineTemplate } from './email.ts'
import { sentenceList } from './order-data.ts'

const itemSchema = z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })
type Item = z.output<typeof itemSchema>

const schema = z.object({ name: z.string(), order_id: z.uuid(), shop: z.string(), items: z.array(itemSchema).min(1) })

export const allergensChanged = defineTemplate(schema, ({ name, order_id, shop, items }) => ({
  subject: `Allergens have changed: ${sentenceList(items.map((item) => item.name))}`,
  preview: items.flatMap(changesOf).join(' '),
  heading: 'Allergens in your order have changed',
  blocks: [
    {
      kind: 'text',
      text: `Hello ${name}, ${shop} changed the allergen information of your order. Please read it before you eat.`,
    },
    ...items.flatMap(itemBlocks),
    {
      kind: 'text',
      text: 'If you cannot eat this any more, please message the seller. Your order page shows whether you can still cancel.',
    },
    { kind: 'button', label: 'See your order', path: `/order/${order_id}` },
  ],
}))

const changesOf = ({ name, before, after }: Item) => changeSentences(name, readAllergens(before), readAllergens(after))

function itemBlocks(item: Item): Block[] {
  return [
    { kind: 'heading', text: item.name },
    { kind: 'text', text: changesOf(item).join(' ') },
    { kind: 'fact', label: 'Before', lines: allergenSentences(readAllergens(item.before)) },
    { kind: 'fact', label: 'Now', lines: allergenSentences(readAllergens(item.after)) },
  ]
}
