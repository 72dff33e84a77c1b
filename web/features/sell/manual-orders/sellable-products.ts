/** The products of the seller's own shop that are on sale for pickup, with what they let customers choose. */
import type { QueryData } from '@supabase/supabase-js'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { asSold } from '#domain/catalogue/drops'
import { useMember } from '#features/account/auth'
import { manualOrderKeys } from '#keys/manual-orders'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'

const shown = 12

function selectProducts(client: Backend, userId: string) {
  return client
    .from('products')
    .select(
      `id, name, price, min_price, max_price, product_type, stock, is_made_to_order, allergens, ingredients, net_quantity, available_for_pickup, available_for_delivery, is_personalisable,
      personalisation_price, personalisation_max_length,
      variations:product_variations(name, price_delta, stock, allergens, ingredients, replaces, net_quantity),
      option_groups:product_option_groups(id, name, is_required, max_choices,
        choices:product_option_choices(id, name, price_delta, stock, allergens, ingredients, replaces, net_quantity)),
      questions:product_questions(id, name, is_required, max_length, price),
      drop_items(stock, taken, drop:drops(id, title, is_published, opens_at, cut_off, slots:drop_slots(fulfilment))), shop:shops!inner()`,
    )
    .eq('shop.user_id', userId)
    .eq('is_listed', true)
    .eq('available_for_pickup', true)
    .eq('allergens_declared', true)
    .neq('product_type', 'bespoke')
    .order('position', { referencedTable: 'variations' })
    .order('position', { referencedTable: 'option_groups' })
    .order('position', { referencedTable: 'option_groups.choices' })
    .order('position', { referencedTable: 'questions' })
}

type SelectedProduct = QueryData<ReturnType<typeof selectProducts>>[number]

/** Its stock and its fulfilments are those of the drop that sells it. */
export type SellableProduct = ReturnType<typeof asSold<SelectedProduct>>

export function sellableQuery(app: AppContext, userId: string, text = '') {
  return queryOptions({
    queryKey: manualOrderKeys.products(userId, text),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<SellableProduct[]> => {
      const products = await read(app, (client) => {
        let query = selectProducts(client, userId)
        if (text !== '') query = query.ilike('name', `%${text.replace(/[\\%_]/g, '\\$&')}%`)
        return query.order('name').limit(shown).abortSignal(signal)
      })
      const now = app.clock.now()
      return products.map((product) => asSold(product, now))
    },
  })
}

export function useSellableProducts(text: string) {
  return useQuery(sellableQuery(useApp(), useMember().id, text.trim()))
}
