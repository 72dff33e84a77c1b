import { describe, expect, it } from 'vitest'
import { createServerPlaceStore } from '#features/place'
import type { AppContext, Backend } from '#platform/app-context.ts'
import { createClock } from '#platform/clock.ts'
import { createQueryClient } from '#platform/query-client.ts'
import { changeFavourite, type Favourites, favouritesQuery, isFavourite, withFavourite } from './favourites.ts'

const cake = { productId: 'cake' }
const bakery = { shopId: 'bakery' }
const none: Favourites = { products: [], shops: [] }

describe('favourites', () => {
  it('keep products and shops apart, newest first, without duplicates', () => {
    const both = withFavourite(withFavourite({ products: ['pie'], shops: [] }, cake, true), bakery, true)
    expect(both).toEqual({ products: ['cake', 'pie'], shops: ['bakery'] })
    expect(withFavourite(both, cake, true)).toEqual(both)
    expect([isFavourite(both, cake), isFavourite(both, bakery), isFavourite(both, { shopId: 'cake' })]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('lose only the removed one', () => {
    const both = { products: ['cake', 'pie'], shops: ['bakery'] }
    expect(withFavourite(both, cake, false)).toEqual({ products: ['pie'], shops: ['bakery'] })
    expect(withFavourite(none, cake, false)).toEqual(none)
  })
})

describe('a change of favourites', () => {
  it('is reverted when the request fails', async () => {
    const app: AppContext = {
      queryClient: createQueryClient('server'),
      supabase: (): Promise<Backend> => Promise.reject(new Error('offline')),
      config: { supabaseUrl: '', supabaseAnonKey: '', providers: [], siteUrl: '', supportEmail: '' },
      place: createServerPlaceStore(''),
      clock: createClock(Date.now()),
    }
    const { queryKey } = favouritesQuery(app, 'me')
    app.queryClient.setQueryData(queryKey, none)
    await changeFavourite(app, { userId: 'me', subject: cake, wanted: true })
    expect(app.queryClient.getQueryData(queryKey)).toEqual(none)
  })
})
