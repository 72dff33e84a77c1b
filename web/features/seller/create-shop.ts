/** Opening a shop: the address it gets, and the row that makes its owner a seller. */

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { CreateShopForm } from '#domain/forms/shop-form'
import { sellerTermsVersion } from '#domain/seller-terms'
import { shopRecord, temporaryShopId } from '#domain/shop-record'
import { slugify } from '#domain/slugs'
import { type OwnShop, ownShopColumns } from '#features/account'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { unwrap } from '#web/app/unwrap.ts'
import { useSettled } from './use-settled.ts'

const shortestName = 2
const uniqueViolation = '23505'

async function freeSlug(app: AppContext, name: string): Promise<string> {
  const client = await app.supabase()
  return unwrap(await client.rpc('available_shop_slug', { wanted: slugify(name) }))
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
  // The database gives it another address where this one has been taken in the meantime.
  const slug = await freeSlug(app, form.shopName)
  const id = temporaryShopId()
  const answer = await client
    .from('shops')
    .insert({ ...shopRecord({ id, userId, slug }, form), ...form.town })
    .select('id')
    .single()
  if (answer.error?.code === uniqueViolation && answer.error.message.includes('shops_one_per_user'))
    throw new ShopExistsAlready('You already have a shop.', { cause: answer.error })
  unwrap(answer)
  // This opens it. Should it fail, the dashboard asks again.
  await client.rpc('accept_seller_terms', { version: sellerTermsVersion })
  return unwrap(await client.from('shops').select(ownShopColumns).eq('user_id', userId).single())
}
