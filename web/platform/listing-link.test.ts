import { expect, it } from 'vitest'
import { keptOf, listingLink } from './listing-link.ts'

const shown = {
  pathname: '/category/Cakes',
  search: '?page=3&avoid=nuts%2Cpeanuts&on=2026-12-01&at=evening&sort=newest&by=pickup&view=map',
}

it('keeps what to avoid, the day and its part, the fulfilment and the view, and nothing else', () => {
  expect(listingLink(shown, '/')).toBe('/?avoid=nuts%2Cpeanuts&by=pickup&on=2026-12-01&at=evening&view=map')
  expect(listingLink(shown, '/occasion/birthday#top')).toBe(
    '/occasion/birthday?avoid=nuts%2Cpeanuts&by=pickup&on=2026-12-01&at=evening&view=map#top',
  )
})

it('keeps the parameters of the link itself, which replace those of the page', () => {
  expect(listingLink(shown, '/search?q=rye%20%26%20oat&by=delivery')).toBe(
    '/search?q=rye+%26+oat&by=delivery&avoid=nuts%2Cpeanuts&on=2026-12-01&at=evening&view=map',
  )
})

it('follows a link within the page, and one with several values of a filter', () => {
  expect(listingLink({ pathname: '/product/1', search: '?avoid=milk&avoid=eggs' }, '?tab=reviews#about')).toBe(
    '/product/1?tab=reviews&avoid=milk&avoid=eggs#about',
  )
})

it('keeps what the page of a drop was reached with', () => {
  expect(listingLink({ pathname: '/drops/1', search: '?avoid=nuts' }, '/product/2')).toBe('/product/2?avoid=nuts')
})

it('takes nothing from pages that do not list food', () => {
  expect(keptOf({ pathname: '/faq', search: '?avoid=nuts' })).toEqual([])
  expect(listingLink({ pathname: '/faq', search: '?avoid=nuts' }, '/search')).toBe('/search')
})
