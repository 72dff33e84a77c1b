/** Opening a shop: the address it gets, and the row that makes its owner a seller. */

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { CreateShopForm } from '#domain/forms/shop-form'
import { shopRecord, temporaryShopId } from '#domain/shop-record'
import { slugify } from '#domain/slugs'
import { type OwnShop, ownShopColumns } from '#features/account'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { QueryError, unwrap } from '#web/app/unwrap.ts'
import { useSettled } from './use-settled.ts'

const shortestName = 2
const uniqueViolation = '23505'
/** Somebody else takes the very same address in between: once is bad luck. */
const mostTries = 3

async function freeSlug(app: AppContext, name: string): Promise<string> {
  const client = await app.supabase()
  return unwrap(await client.rpc('free_shop_slug', { wanted: slugify(name) }))
}

/** The address a shop of this name would get; undefined until there is a name and an answer. */
export function useFreeSlug(name: string): string | undefined {
  const app = useApp()
  const settledName = useSettled(name)
  const wanted = slugify(settledName)
  const isName = settledName.trim().length >= shortestName
  const { data } = useQuery({
    queryKey: ['free-shop-slug', wanted],
    queryFn: isName ? () => freeSlug(app, settledName) : skipToken,
    placeholderData: keepPreviousData,
  })
  return isName ? data : undefined
}

/** Somebody who has a shop already, from another tab perhaps. */
export class ShopExistsAlready extends Error {
  override name = 'ShopExistsAlready'
}

/** @throws ShopExistsAlready, QueryError */
export async function createShop(app: AppContext, userId: string, form: CreateShopForm): Promise<OwnShop> {
  const client = await app.supabase()
  const id = temporaryShopId()
  for (let attempt = 1; ; attempt += 1) {
    const slug = await freeSlug(app, form.shopName)
    const answer = await client
      .from('shops')
      .insert({
        ...shopRecord({ id, userId, slug }, form),
        ...form.town,
        // The database writes down its own time.
        terms_accepted_at: new Date().toISOString(),
      })
      .select(ownShopColumns)
      .single()
    const { error } = answer
    if (error?.code !== uniqueViolation) return unwrap(answer)
    if (error.message.includes('shops_one_per_user'))
      throw new ShopExistsAlready('You already have a shop.', { cause: error })
    if (attempt === mostTries) throw new QueryError(error.message, answer.status, error.code, error)
  }
}
