/** Reads the customers of the seller's own shop, and writes what the seller notes about them. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { isUuid } from '#domain/values/ids'
import { useMember } from '#features/account/auth'
import { useSellerShop } from '#features/sell/frame'
import { customerKeys } from '#keys/seller-customers'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { type Page, pagedQuery, usePagedList } from '#platform/paged-list.ts'
import { read } from '#platform/read.ts'
import { isRefusal, QueryError, unwrap } from '#platform/unwrap.ts'
import { useWrite } from '#platform/use-write.ts'
import type { CustomerNote } from './customer-form.ts'

export const customerSorts = ['last', 'spend', 'orders', 'name'] as const
type CustomerSort = (typeof customerSorts)[number]

export interface CustomerParameters {
  readonly search: string
  /** Empty for all. */
  readonly tag: string
  readonly sort: CustomerSort
}

const customerSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  orders: z.number(),
  spend: z.number(),
  last_order: z.string().nullable(),
  last_seen: z.string(),
  next_order: z.string().nullable(),
  tags: z.array(z.string()),
  has_allergies: z.boolean(),
})
export type Customer = z.output<typeof customerSchema>

const pageSchema = z.object({
  total: z.number(),
  customers: z.array(customerSchema),
  next: z.string().nullable(),
  tags: z.array(z.string()),
})

interface CustomerPage extends Page<Customer, string> {
  readonly total: number
  /** All tags of the seller. */
  readonly tags: readonly string[]
}

interface PageRequest {
  readonly parameters: CustomerParameters
  readonly after: string | null
  readonly size: number
  readonly signal?: AbortSignal
}

async function fetchCustomers(
  app: AppContext,
  { parameters, after, size, signal }: PageRequest,
): Promise<CustomerPage> {
  const { search, tag, sort } = parameters
  const client = await app.supabase()
  const call = client.rpc('shop_customers', {
    sort,
    page_size: size,
    ...(search && { search }),
    ...(tag && { tag }),
    ...(after !== null && { after }),
  })
  const page = pageSchema.parse(unwrap(await (signal ? call.abortSignal(signal) : call)))
  return { items: page.customers, next: page.next, total: page.total, tags: page.tags }
}

function customersQuery(app: AppContext, userId: string, parameters: CustomerParameters) {
  return pagedQuery({
    queryKey: customerKeys.list(userId, parameters),
    fetchPage: (after: string | null, signal) => fetchCustomers(app, { parameters, after, size: 50, signal }),
  })
}

export function useCustomers(parameters: CustomerParameters) {
  const { id: userId } = useMember()
  return usePagedList(customersQuery(useApp(), userId, parameters), { subject: customerKeys.all(userId) })
}

/** All customers that the parameters ask for, for the file. */
export async function fetchAllCustomers(app: AppContext, parameters: CustomerParameters): Promise<Customer[]> {
  const customers: Customer[] = []
  for (let after: string | null | undefined = undefined; after !== null; ) {
    const page: CustomerPage = await fetchCustomers(app, { parameters, after: after ?? null, size: 500 })
    customers.push(...page.items)
    after = page.next
  }
  return customers
}

const detailSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  is_blocked: z.boolean(),
  orders: z.number(),
  spend: z.number(),
  first_order: z.string().nullable(),
  last_order: z.string().nullable(),
  history: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      status: z.string(),
      paid_at: z.string(),
      due_at: z.string(),
      fulfilment: z.string(),
      total_amount: z.number(),
      refunded_amount: z.number(),
      summary: z.string().nullable(),
    }),
  ),
  conversations: z.array(z.object({ id: z.string(), product: z.string().nullable(), updated_at: z.string() })),
  /** As in a brief: input of `readRequests`. */
  allergies: z.array(z.unknown()),
  note: z
    .object({ tags: z.array(z.string()), note: z.string().nullable(), allergies: z.string().nullable() })
    .nullable(),
})
export type CustomerDetail = z.output<typeof detailSchema>

/** Null for a member who is no customer of the shop. */
export function customerQuery(app: AppContext, userId: string, memberId: string) {
  return queryOptions({
    queryKey: customerKeys.one(userId, memberId),
    queryFn: async ({ signal }): Promise<CustomerDetail | null> => {
      if (!isUuid(memberId)) return null
      try {
        const args = { member_id: memberId }
        return detailSchema.parse(await read(app, (client) => client.rpc('shop_customer', args).abortSignal(signal)))
      } catch (error) {
        if (error instanceof QueryError && isRefusal(error) && error.hint === 'customer') return null
        throw error
      }
    },
  })
}

export function useCustomer(memberId: string) {
  return useQuery(customerQuery(useApp(), useMember().id, memberId))
}

/** An empty note is deleted. */
export function useSaveNote(memberId: string) {
  const { id: userId } = useMember()
  const { id: shopId } = useSellerShop()
  return useWrite({
    write: (client, note: CustomerNote) => {
      const notes = client.from('customer_notes')
      const isEmpty = note.tags.length === 0 && note.note === null && note.allergies === null
      return isEmpty
        ? notes.delete().match({ shop_id: shopId, member_id: memberId })
        : notes.upsert({ shop_id: shopId, member_id: memberId, ...note })
    },
    success: { title: 'Notes saved' },
    failure: { title: 'The notes could not be saved', description: 'Please try again.' },
    invalidates: [customerKeys.all(userId)],
  })
}
