/** Reads and writes the discount codes of the seller's own shop. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { discountKinds } from '#domain/checkout/discount'
import { useMember } from '#features/account/auth'
import { useSellerShop } from '#features/sell/frame'
import { promotionKeys } from '#keys/seller-promotions'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import type { DiscountTerms } from './discount-form.ts'

const columns =
  'id, code, kind, percent, amount, minimum_spend, product_ids, max_uses, max_uses_per_buyer, is_first_order_only, from_date, to_date, is_active'

const kindSchema = z.enum(discountKinds)

export interface DiscountCode extends DiscountTerms {
  readonly id: string
  /** The orders that use it, what it took off, and what they paid. */
  readonly uses: number
  readonly given: number
  readonly sales: number
}

/** The latest first. */
export function codesQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: promotionKeys.codes(userId),
    queryFn: async ({ signal }): Promise<DiscountCode[]> => {
      const [codes, figures] = await Promise.all([
        read(app, (client) =>
          client.from('discount_codes').select(columns).order('created_at', { ascending: false }).abortSignal(signal),
        ),
        read(app, (client) => client.rpc('discount_code_figures').abortSignal(signal)),
      ])
      const byCode = new Map(figures.map((row) => [row.code_id, row]))
      return codes.map((row) => {
        const { uses = 0, given = 0, sales = 0 } = byCode.get(row.id) ?? {}
        return { ...row, kind: kindSchema.parse(row.kind), uses, given, sales }
      })
    },
  })
}

export function useCodes() {
  return useQuery(codesQuery(useApp(), useMember().id))
}

/** @param code the code that is changed, or null for a new one */
export function useSaveCode(code: DiscountCode | null) {
  const { id: userId } = useMember()
  const { id: shopId } = useSellerShop()
  return useWrite({
    write: (client, { code: text, ...terms }: DiscountTerms) => {
      const codes = client.from('discount_codes')
      return code ? codes.update(terms).eq('id', code.id) : codes.insert({ shop_id: shopId, code: text, ...terms })
    },
    success: { title: code ? 'Code saved' : 'Code added' },
    failure: 'shown',
    invalidates: [promotionKeys.all(userId)],
  })
}

export function useSwitchCode() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, { id, isActive }: { id: string; isActive: boolean }) =>
      client.from('discount_codes').update({ is_active: isActive }).eq('id', id),
    failure: { title: 'The code could not be changed', description: 'Please try again.' },
    invalidates: [promotionKeys.all(userId)],
  })
}

/** Deleting a code that no longer exists succeeds. */
export function useDeleteCode() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, id: string) => client.from('discount_codes').delete().eq('id', id),
    success: { title: 'Code deleted' },
    failure: { title: 'The code could not be deleted', description: 'Please try again.' },
    invalidates: [promotionKeys.all(userId)],
  })
}
