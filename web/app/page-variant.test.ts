import { describe, expect, it } from 'vitest'
import { defaultChosenPlace, writePlaceCookie } from '#domain/locations/chosen-place'
import { withFilters } from '#features/discover/filters'
import { withPages, withSort } from '#features/discover/listing'
import { withText } from '#features/discover/results'
import { withReviewParameters } from '#features/orders/reviews'
import { pageVariant } from './page-variant.ts'

const variantOf = (path: string, cookie = '') => pageVariant(new URL(path, 'http://shop.test'), cookie)

const filters = withFilters(new URLSearchParams(), {
  category: 'Cakes',
  min_price: 2,
  max_price: 9,
  avoid: ['milk', 'eggs'],
  fulfilment: 'pickup',
  available_on: '2026-12-01',
  min_rating: 4,
})
const everyParameter = withText(withPages(withSort(filters, 'newest'), 3), 'rye')
const reviews = withReviewParameters(new URLSearchParams({ tab: 'reviews' }), { order: 'lowest', stars: 2 })

describe('The variant of a page', () => {
  it.each([
    ['/', filters],
    ['/category/Cakes', withPages(withSort(filters, 'newest'), 3)],
    ['/category/Cakes', new URLSearchParams({ view: 'map' })],
    ['/occasion/birthday', filters],
    ...['/', '/search', '/shop/rosies', '/product/42'].map((path): [string, URLSearchParams] => [
      path,
      new URLSearchParams({ near: 'leeds' }),
    ]),
    ['/search', everyParameter],
    ['/shop/rosies', withSort(reviews, 'newest')],
    ['/product/42', reviews],
    ['/faq', new URLSearchParams({ q: 'refund' })],
    ['/contact', new URLSearchParams({ subject: 'Support' })],
  ])('contains every parameter that the page %s reads from its URL', (path, parameters) => {
    const { searchParams } = new URL(variantOf(`${path}?${parameters}`)?.path ?? '', 'http://shop.test')
    expect(Object.fromEntries(searchParams)).toEqual(Object.fromEntries(parameters))
  })

  it('is the same for every order of the parameters, and for those that the page does not read', () => {
    expect(variantOf('/search?q=rye&sort=newest')).toEqual(variantOf('/search?utm_source=x&sort=newest&q=rye'))
    for (let n = 0; n < 100; n += 1) expect(variantOf(`/?q=${n}&campaign=${n}`)?.path).toBe('/')
  })

  it('keeps all values of a parameter that is given several times', () => {
    expect(variantOf('/?avoid=milk&x=1&avoid=eggs')?.path).toBe('/?avoid=milk&avoid=eggs')
  })

  it('has the chosen place, but no other cookie', () => {
    const ely = `tuckbox-place=${writePlaceCookie({ lat: 52.4, lon: 0.26, label: 'Ely', radiusMiles: 3 })}`
    expect(variantOf('/', `a=b; ${ely}; c=d`)).toEqual({ path: '/', cookie: ely })
    expect(variantOf('/', `tuckbox-place=${writePlaceCookie(defaultChosenPlace)}`)).toEqual(variantOf('/'))
    expect(variantOf('/', 'tuckbox-place=nonsense; session=1')).toEqual({ path: '/', cookie: '' })
  })

  it('is absent for pages of members, unknown pages and very long URLs', () => {
    for (const path of ['/cart', '/settings/profile', '/seller/orders', '/order/1', '/nowhere', '/constructor'])
      expect(variantOf(path)).toBeNull()
    expect(variantOf(`/search?q=${'x'.repeat(600)}`)).toBeNull()
  })
})
