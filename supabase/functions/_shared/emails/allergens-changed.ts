/** To a buyer: the declaration or the ingredients of something in an open order have changed, with the old and the new. */
import { z } from 'zod'
import { changeSentences } from '../../../../domain/food/allergen-changes.ts'
import { allergenSentences, readAllergens } from '../../../../domain/food/allergens.ts'
import { joinWithAnd } from '../../../../domain/values/join-with-and.ts'
import { type Block, defineTemplate } from './email.ts'
import { numberSchema, orderLabel } from './order-data.ts'

const listSchema = z.string().nullable()
const itemSchema = z.object({
  name: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Absent if they are the same. */
  ingredients: z.object({ before: listSchema, after: listSchema }).optional(),
})
type Item = z.output<typeof itemSchema>

const schema = z.object({
  name: z.string(),
  order_id: z.uuid(),
  number: numberSchema,
  shop: z.string(),
  items: z.array(itemSchema).min(1),
})

export const allergensChanged = defineTemplate(schema, ({ name, order_id, number, shop, items }) => {
  const isRedeclared = items.some((item) => allergenChangesOf(item).length > 0)
  const subject = isRedeclared ? 'Allergens' : 'Ingredients'
  return {
    subject: `${subject} have changed: ${joinWithAnd(items.map((item) => item.name))}`,
    preview: items.flatMap(changesOf).join(' '),
    heading: `${subject} ${isRedeclared ? 'in' : 'of'} your order have changed`,
    blocks: [
      { kind: 'text', text: orderLabel({ id: order_id, number }) },
      {
        kind: 'text',
        text: `Hello ${name}, ${shop} changed the ${isRedeclared ? 'allergen information' : 'ingredients'} of your order. Please read it before you eat.`,
      },
      ...items.flatMap(itemBlocks),
      {
        kind: 'text',
        text: 'If you cannot eat this any more, please message the seller. Your order page shows whether you can still cancel.',
      },
      { kind: 'button', label: 'See your order', path: `/order/${order_id}` },
    ],
  }
})

const allergenChangesOf = ({ name, before, after }: Item) =>
  changeSentences(name, readAllergens(before), readAllergens(after))

const changesOf = (item: Item) => [
  ...allergenChangesOf(item),
  ...(item.ingredients ? [`The ingredients of ${item.name} have changed.`] : []),
]

function itemBlocks(item: Item): Block[] {
  const { before, after, ingredients } = item
  const blocks: Block[] = [
    { kind: 'heading', text: item.name },
    { kind: 'text', text: changesOf(item).join(' ') },
  ]
  if (allergenChangesOf(item).length > 0)
    blocks.push(
      { kind: 'fact', label: 'Before', lines: allergenSentences(readAllergens(before)) },
      { kind: 'fact', label: 'Now', lines: allergenSentences(readAllergens(after)) },
    )
  if (ingredients)
    blocks.push(
      { kind: 'fact', label: 'Ingredients before', lines: [ingredients.before || 'Not stated'] },
      { kind: 'fact', label: 'Ingredients now', lines: [ingredients.after || 'Not stated'] },
    )
  return blocks
}
