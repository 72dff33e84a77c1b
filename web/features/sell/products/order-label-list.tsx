/** The labels of orders: one for each piece, with what was agreed about allergens. */
import type { QueryData } from '@supabase/supabase-js'
import { readAllergens } from '#domain/food/allergens'
import { allergenNames, contradictions, readAnswers } from '#domain/orders/allergen-requests'
import type { Backend } from '#platform/app-context.ts'
import { Notice } from '#ui/notice'
import type { SheetLabel } from './label-sheet.tsx'
import { LabelWarning } from './label-warning.tsx'

/** Paid orders of a shop that were not cancelled. */
export function selectLabelledOrders(client: Backend, shopId: string) {
  return client
    .from('orders')
    .select(
      `id, number, buyer_name, due_at, allergen_answers,
      items:order_items(id, name, variation, options_text, quantity, ingredients, allergens, net_quantity, is_custom,
        change:order_item_allergens(allergens, ingredients),
        product:products(shelf_life_days, storage_advice))`,
    )
    .eq('shop_id', shopId)
    .neq('status', 'cancelled')
    .not('paid_at', 'is', null)
    .order('created_at', { referencedTable: 'items' })
    .order('id', { referencedTable: 'items' })
}

export type LabelledOrder = QueryData<ReturnType<typeof selectLabelledOrders>>[number]

/** A label describes the food as it is made, so it follows a declaration that changed after the order. */
function foodsOf({ items }: LabelledOrder) {
  // A line of the seller's own without a declaration is not food.
  const foods = items.filter(({ is_custom, allergens }) => !is_custom || allergens !== null)
  return foods.map(({ change, options_text: options, ...item }) => ({
    ...item,
    variation: [item.variation, options].filter(Boolean).join('; ') || null,
    food: { ...item, ...change },
  }))
}

function contradictedAnswers(order: LabelledOrder) {
  const answers = readAnswers(order.allergen_answers)
  return foodsOf(order).flatMap(({ food: { allergens, ingredients } }) =>
    contradictions(answers, { allergens: readAllergens(allergens), ingredients }),
  )
}

export function labelsOf(order: LabelledOrder): SheetLabel[] {
  const contradicted = contradictedAnswers(order)
  const answers = readAnswers(order.allergen_answers).filter((answer) => !contradicted.includes(answer))
  return foodsOf(order).map(({ product, quantity, ...item }) => ({
    ...item,
    copies: quantity,
    kept: { shelf_life_days: 0, storage_advice: null, ...product, net_quantity: item.net_quantity },
    order: order.number,
    answers,
  }))
}

export function OrderLabelWarnings({ order }: { order: LabelledOrder }) {
  const contradicted = contradictedAnswers(order)
  return (
    <>
      {contradicted.length > 0 && (
        <Notice tone="error" className="mt-4">
          The declaration has changed and contradicts your answer about {allergenNames(contradicted)}, so the label does
          not print it. Message the buyer before you hand the order over.
        </Notice>
      )}
      {foodsOf(order).map(({ id, food, name }) => (
        <LabelWarning key={id} food={food} name={name} />
      ))}
    </>
  )
}
