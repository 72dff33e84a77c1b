/** Adds the items of an earlier order to the basket, as far as they are still on sale. */
import { useMutation } from '@tanstack/react-query'
import { type BoughtLine, type BuyAgainChange, buyAgain } from '#domain/buy-again'
import { useApp } from '#platform/app-context.ts'
import { useCart } from './cart-context.tsx'
import { onSaleQuery } from './on-sale.ts'

export interface BuyAgainResult {
  readonly added: number
  readonly changes: readonly (BuyAgainChange | { kind: 'fewer'; name: string; added: number; wanted: number })[]
}

export function useBuyAgain() {
  const app = useApp()
  const cart = useCart()
  return useMutation({
    mutationFn: async (items: readonly BoughtLine[]): Promise<BuyAgainResult> => {
      const ids = items.flatMap(({ product_id: id }) => id ?? [])
      const { lines, changes } = buyAgain(items, await app.queryClient.fetchQuery(onSaleQuery(app, ids)))
      const addedLines = lines.map(({ line, stock }) => ({ line, added: cart.add(line, stock) }))
      return {
        added: addedLines.reduce((sum, { added }) => sum + added, 0),
        changes: [
          ...changes,
          ...addedLines
            .filter(({ line, added }) => added < line.quantity)
            .map(({ line, added }) => ({
              kind: 'fewer' as const,
              name: [line.product.name, line.variation].filter(Boolean).join(', '),
              added,
              wanted: line.quantity,
            })),
        ],
      }
    },
  })
}
