/** The current catalogue data of products that are ordered again. */
import { queryOptions } from '@tanstack/react-query'
import { asSold } from '#domain/catalogue/drops'
import { isUuid } from '#domain/values/ids'
import { basketKeys } from '#keys/basket'
import type { AppContext } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'

/** @param productIds in any order, with duplicates */
export function onSaleQuery(app: AppContext, productIds: readonly string[]) {
  // An invalid id would make the database refuse the whole query.
  const ids = [...new Set(productIds)].filter(isUuid).sort()
  return queryOptions({
    queryKey: basketKeys.onSaleOf(ids),
    queryFn: async ({ signal }) => {
      if (ids.length === 0) return []
      const products = await read(app, (client) =>
        client
          .from('products')
          .select(
            `id, name, image, product_type, category, price, min_price, max_price, stock, is_made_to_order, allergens, net_quantity, diets, description, ingredients, allergens_declared, is_listed,
          available_for_delivery, available_for_pickup, is_personalisable, personalisation_price, personalisation_max_length,
          variations:product_variations(name, price_delta, stock, allergens, ingredients, replaces, net_quantity),
          option_groups:product_option_groups(id, name, is_required, max_choices, choices:product_option_choices(id, name, price_delta, stock, allergens, ingredients, replaces, net_quantity)),
          questions:product_questions(id, name, is_required, max_length, price),
          drop_items(stock, taken, drop:drops(id, title, is_published, opens_at, cut_off, slots:drop_slots(fulfilment))),
          shop:shops!inner(name, slug, kitchen:shop_kitchens(handles, shares_equipment))`,
          )
          .in('id', ids)
          .order('position', { referencedTable: 'variations' })
          .order('position', { referencedTable: 'option_groups' })
          .order('position', { referencedTable: 'option_groups.choices' })
          .order('position', { referencedTable: 'questions' })
          .abortSignal(signal),
      )
      const now = app.clock.now()
      return products.map((product) => asSold(product, now))
    },
    // Prices and stock should be current in the basket.
    staleTime: 5_000,
  })
}
