import { describe, expect, it } from 'vitest'
import { createServerHouseholdStore } from '#features/discover/household'
import { createServerPlaceStore } from '#features/discover/location'
import type { AppContext, Backend } from '#platform/app-context.ts'
import { createClock } from '#platform/clock.ts'
import { createQueryClient } from '#platform/query-client.ts'
import { wishedSubject, wishFor } from './favourite-wish.ts'
import { type Favourites, favouriteMutation, favouritesQuery, isFavourite, withFavourite } from './favourites.ts'

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
    let fail = () => {}
    const app: AppContext = {
      queryClient: createQueryClient('server'),
      supabase: () =>
        new Promise<Backend>((_resolve, reject) => {
          fail = () => reject(new Error('offline'))
        }),
      config: { supabaseUrl: '', supabaseAnonKey: '', providers: [], siteUrl: '', supportEmail: '' },
      place: createServerPlaceStore(''),
      household: createServerHouseholdStore(),
      clock: createClock(Date.now()),
    }
    const { queryKey } = favouritesQuery(app, 'me')
    app.queryClient.setQueryData(queryKey, none)
    const change = app.queryClient.getMutationCache().build(app.queryClient, favouriteMutation(app))
    const failing = change.execute({ userId: 'me', subject: cake, wanted: true })
    await expect.poll(() => app.queryClient.getQueryData(queryKey)).toEqual({ products: ['cake'], shops: [] })
    fail()
    await expect(failing).rejects.toThrow('offline')
    expect(app.queryClient.getQueryData(queryKey)).toEqual(none)
  })
})

describe('the wish for a favourite', () => {
  const id = '0b2f7c1e-5d43-4c0b-9a63-0c7f7f0d1a11'

  it.each([{ productId: id }, { shopId: id }])('names its subject: %o', (subject) => {
    expect(wishedSubject(wishFor(subject).replace('favourite:', ''))).toEqual(subject)
  })

  it.each(['', 'product', 'product:1', `order:${id}`, `product:${id}:more`])(
    'is ignored if it names none: %s',
    (text) => {
      expect(wishedSubject(text)).toBeNull()
    },
  )
})
