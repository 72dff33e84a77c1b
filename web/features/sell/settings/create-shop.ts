/** Creates a shop: its slug, its row and the accepted terms. */

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { slugify } from '#domain/values/slugs'
import { useMember } from '#features/account/auth'
import { type OwnShop, ownShopColumns } from '#features/sell/own-shop'
import { sellerKeys } from '#keys/seller'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { isUniqueViolation, unwrap } from '#platform/unwrap.ts'
import { useDebounced } from '#platform/use-debounced.ts'
import { useWrite } from '#platform/use-write.ts'
import type { CreateShopForm } from './shop-form.ts'
import { shopRecord, temporaryShopId } from './shop-record.ts'

const minNameLength = 2

function availableSlug(app: AppContext, name: string): Promise<string> {
  return read(app, (client) => client.rpc('available_shop_slug', { wanted: slugify(name) }))
}

/** The slug that a shop of this name would get; undefined until there is a name and a response. */
export function useAvailableSlug(name: string): string | undefined {
  const app = useApp()
  const debouncedName = useDebounced(name)
  const wanted = slugify(debouncedName)
  const isName = debouncedName.trim().length >= minNameLength
  const { data } = useQuery({
    queryKey: sellerKeys.availableSlug(wanted),
    queryFn: isName ? () => availableSlug(app, debouncedName) : skipToken,
    placeholderData: keepPreviousData,
  })
  return isName ? data : undefined
}

export function useCreateShop() {
  const { id: userId } = useMember()
  return useWrite({
    run: (app, form: CreateShopForm) => createShop(app, userId, form),
    failure: { title: 'Your shop could not be created', description: 'Please try again.' },
  })
}

/** @returns null if the member already has a shop, for example one created in another tab */
async function createShop(app: AppContext, userId: string, form: CreateShopForm): Promise<OwnShop | null> {
  const client = await app.supabase()
  // The database assigns another slug if this one has been taken since.
  const slug = await availableSlug(app, form.shopName)
  const id = temporaryShopId()
  const created = await client
    .from('shops')
    .insert({ ...shopRecord({ id, userId, slug }, form), ...form.town })
    .select('id')
    .single()
  if (isUniqueViolation(created.error) && created.error?.message.includes('shops_one_per_user')) return null
  unwrap(created)
  // Accepting the terms makes the shop active. If the call fails, the dashboard offers it again.
  await client.rpc('accept_seller_terms', { version: sellerTermsVersion })
  return unwrap(await client.from('shops').select(ownShopColumns).eq('user_id', userId).single())
}
