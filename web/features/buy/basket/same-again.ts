/** Adds the items of an earlier order to the basket, as far as they can be had today. */
import { withOffer } from '#domain/catalogue/waitlist'
import { type BoughtOrder, type SameAgainChange, sameAgain } from '#domain/checkout/same-again'
import { useMember } from '#features/account/auth'
import { fetchOffers } from '#features/buy/waitlist'
import { composedFoodOf, useFitCheck } from '#features/discover/household'
import { useWrite } from '#platform/use-write.ts'
import { useBasketStore } from './basket-context.tsx'
import { onSaleQuery } from './on-sale.ts'
import { useBasket } from './use-basket.ts'

export interface SameAgainResult {
  readonly added: number
  readonly changes: readonly (SameAgainChange | { kind: 'left-out'; name: string })[]
}

export function useSameAgain() {
  const { id: userId } = useMember()
  const basket = useBasket()
  const store = useBasketStore()
  const checkFit = useFitCheck()
  return useWrite({
    run: async (app, order: BoughtOrder): Promise<SameAgainResult> => {
      const ids = order.items.flatMap(({ product_id: id }) => id ?? [])
      const [products, offerOf] = await Promise.all([
        app.queryClient.fetchQuery(onSaleQuery(app, ids)),
        fetchOffers(app, userId),
      ])
      const onSale = products.map((product) => withOffer(product, offerOf(product.id)))
      const { lines: available, changes } = sameAgain(order, onSale, store.current())
      const wanted = onSale.flatMap((product) => {
        const foods = available.flatMap(({ line, food }) => (line.product.id === product.id ? [food] : []))
        return foods.map((food) => ({
          ...product,
          food: composedFoodOf({ ...product, kitchen: product.shop.kitchen }, food),
        }))
      })
      const accepted = await checkFit(wanted)
      const lines = available.filter(({ line }) => accepted.has(line.product.id))
      const leftOut = available.filter(({ line }) => !accepted.has(line.product.id))
      return {
        added: lines.reduce((sum, { line, stock }) => sum + basket.add(line, stock), 0),
        changes: [...changes, ...leftOut.map(({ line }) => ({ kind: 'left-out' as const, name: line.product.name }))],
      }
    },
    failure: 'shown',
  })
}
