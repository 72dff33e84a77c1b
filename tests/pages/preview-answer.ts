/** What the backend of a page test answers to `preview_order`: sums of the requested lines, as the database computes them. */
import { z } from 'zod'
import type { PageRequest } from './answers.ts'
import { product, shopRow } from './rows.ts'

const asked = z.object({
  order: z.object({
    items: z.array(z.object({ product_id: z.string(), quantity: z.number() })),
    shops: z.array(z.object({ shop_id: z.string(), fulfilment: z.string().optional() })).default([]),
    destination: z.unknown().optional(),
    address_id: z.string().optional(),
  }),
})

/** What differs from an available cinnamon bun for £4. */
interface PreviewedLine {
  readonly name?: string
  readonly price?: number
  readonly max?: number
  readonly problem?: { readonly code: string; readonly left?: number }
}

/** @param lines by their places in the basket; the last one stands for all that follow */
export function previewed(lines: readonly PreviewedLine[] = [{}], more: object = {}) {
  return ({ body }: PageRequest) => {
    const { order } = asked.parse(body)
    const chosen = order.shops.find((shop) => shop.shop_id === shopRow.id)?.fulfilment ?? null
    const found = order.items.map(({ product_id, quantity }, position) => {
      const { name = product.name, price = 400, max = 9, problem } = lines[position] ?? lines.at(-1) ?? {}
      return {
        position,
        product_id,
        name,
        image: null,
        description: product.description,
        ingredients: product.ingredients,
        diets: [],
        price: problem ? null : price,
        total: problem ? null : price * quantity,
        discount: 0,
        options: [],
        allergens: product.allergens,
        max,
        is_of_drop: false,
        problem: problem ? { message: `Refused: ${problem.code}.`, ...problem } : null,
      }
    })
    const food = found.reduce((sum, { total }) => sum + (total ?? 0), 0)
    const isEstimate = order.destination !== undefined && order.address_id === undefined
    const isDelivered = chosen === 'delivery' || (chosen === null && isEstimate)
    const fee = isDelivered && food <= 5000 ? 399 : 0
    const sums = {
      subtotal: food,
      discount: 0,
      delivery_discount: 0,
      delivery_fee: fee,
      tip: 0,
      total: food + fee,
      voucher_amount: 0,
    }
    const delivery = {
      kind: 'delivered',
      needs: null,
      fee,
      miles: 1,
      reach: null,
      missing: 0,
      short_of_free: 0,
      terms: null,
    }
    return {
      ...sums,
      balance: 0,
      due: food + fee,
      short_of_free_delivery: isDelivered ? Math.max(0, 5001 - food) : 0,
      problems: [],
      shops: [
        {
          ...sums,
          shop_id: shopRow.id,
          name: shopRow.name,
          slug: shopRow.slug,
          cancellation: null,
          kitchen: null,
          fulfilment: chosen,
          fulfilments: ['delivery', 'pickup'].map((fulfilment) => ({ fulfilment, leaves: [] })),
          delivery: isDelivered ? delivery : null,
          lines: found,
        },
      ],
      ...more,
    }
  }
}
