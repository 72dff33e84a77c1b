import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { BasketProvider } from '#features/buy/basket'
import { createServerHouseholdStore } from '#features/discover/household'
import { createServerPlaceStore } from '#features/discover/location'
import { AppContextProvider } from '#platform/app-context.ts'
import { createClock } from '#platform/clock.ts'
import { createQueryClient } from '#platform/query-client.ts'
import { ProductCard } from './product-card.tsx'
import type { ProductSummary } from './product-summary.ts'

const loaf: ProductSummary = {
  id: '8f0c2a52-0000-4000-8000-000000000001',
  name: 'Slow sourdough loaf',
  image: 'products/loaf.webp',
  category: 'Bread',
  price: 4.5,
  min_price: null,
  max_price: null,
  product_type: 'standardized',
  requires_consultation: false,
  is_bestseller: false,
  rating: 4.75,
  review_count: 8,
  shop: { name: 'Crumb & Co', slug: 'crumb-co', town: 'Peckham' },
}
const bespoke: ProductSummary = { ...loaf, product_type: 'bespoke', price: 0, requires_consultation: true }

/** As on the server: nobody is signed in, and no request is sent. */
const app = {
  queryClient: createQueryClient('server'),
  supabase: () => Promise.reject(new Error('A card sends no request.')),
  config: { supabaseUrl: '', supabaseAnonKey: '', providers: [], siteUrl: '', supportEmail: '' },
  place: createServerPlaceStore(''),
  household: createServerHouseholdStore(),
  clock: createClock(Date.now()),
}

function markup(product: ProductSummary, withShop = true) {
  return renderToStaticMarkup(
    <AppContextProvider value={app}>
      <QueryClientProvider client={app.queryClient}>
        <BasketProvider store={undefined}>
          <MemoryRouter>
            <ProductCard product={product} withShop={withShop} />
          </MemoryRouter>
        </BasketProvider>
      </QueryClientProvider>
    </AppContextProvider>,
  )
}

/** The visible text, without tags. */
function text(product: ProductSummary) {
  return markup(product)
    .replace(/<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}

describe('a product card', () => {
  it('shows name, shop, price and rating', () => {
    expect(text(loaf)).toContain('Slow sourdough loaf')
    expect(text(loaf)).toContain('by Crumb & Co')
    expect(text(loaf)).toContain('£4.50')
    expect(text(loaf)).toContain('Rated 4.8 out of 5 from 8 reviews')
  })

  it('says New without reviews', () => {
    expect(text({ ...loaf, rating: null, review_count: 0 })).toMatch(/£4.50 New/)
  })

  it('has no badge by default', () => {
    expect(text(loaf)).not.toMatch(/Bestseller|Custom|Requires consultation/)
  })

  it('has the badges Bestseller, Custom or both', () => {
    expect(text({ ...loaf, is_bestseller: true })).toContain('Bestseller')
    expect(text(bespoke)).toContain('Custom')
    expect(text(bespoke)).not.toContain('Bestseller')
    expect(text({ ...bespoke, is_bestseller: true })).toMatch(/Bestseller Custom/)
  })

  it('mentions a consultation only for a bespoke product that needs one', () => {
    expect(text(bespoke)).toContain('Requires consultation')
    expect(text({ ...bespoke, requires_consultation: false })).not.toContain('Requires consultation')
    expect(text({ ...loaf, requires_consultation: true })).not.toContain('Requires consultation')
  })

  it('shows a price range or Custom pricing for a bespoke product', () => {
    expect(text({ ...bespoke, min_price: 20, max_price: 35 })).toContain('£20.00 - £35.00')
    expect(text(bespoke)).toContain('Custom pricing')
  })

  it('links to the product and to the shop, without nested links', () => {
    const html = markup({ ...loaf, shop: { name: 'Odd', slug: 'a/b?c', town: null } })
    expect(html).toContain('href="/product/8f0c2a52-0000-4000-8000-000000000001"')
    expect(html).toContain('href="/shop/a%2Fb%3Fc"')
    expect(html).not.toMatch(/<a\b(?:(?!<\/a>).)*<a\b/)
  })

  it('shows the distance if it is known', () => {
    expect(text({ ...loaf, distance_miles: 2.3 })).toContain('2.3 miles')
    expect(text({ ...loaf, distance_miles: 1 })).toMatch(/1 mile(?!s)/)
    expect(text({ ...loaf, distance_miles: null })).not.toContain('mile')
    expect(text(loaf)).not.toContain('mile')
  })

  it('omits the shop on the shop’s own page', () => {
    expect(markup(loaf, false)).not.toContain('/shop/')
  })

  it('reserves the space of a missing picture', () => {
    expect(markup({ ...loaf, image: null })).toContain('aspect-square')
    expect(markup({ ...loaf, image: null })).not.toContain('<img')
  })

  it('has a heart button outside of both links', () => {
    const html = markup(loaf)
    expect(html).toMatch(/<button[^>]*aria-label="Favorite Slow sourdough loaf"[^>]*aria-pressed="false"/)
    expect(html).not.toMatch(/<a\b(?:(?!<\/a>).)*<button/)
  })
})
