import { describe, expect, it } from 'vitest'
import {
  breadcrumbData,
  type DescribedProduct,
  type DescribedShop,
  listData,
  productData,
  questionsData,
  type Site,
  type StructuredThing,
  shopData,
  siteData,
  writeStructuredData,
} from './structured-data.ts'

const site: Site = {
  url: 'https://tuckbox.test',
  name: 'Tuckbox',
  picture: (source) => source?.replace(/^/, 'https://pictures.test/'),
}

const loaf: DescribedProduct = {
  id: '8f0c2a52-0000-4000-8000-000000000001',
  name: 'Slow sourdough loaf',
  description: 'Two days in the making.',
  category: 'Bread',
  images: ['loaf.webp', 'crumb.webp'],
  stock: 4,
  is_made_to_order: false,
  allergens_declared: true,
  available_for_delivery: true,
  available_for_pickup: true,
  price: 4.5,
  min_price: null,
  max_price: null,
  product_type: 'standardized',
  rating: 4.75,
  review_count: 8,
  shop: { name: 'Crumb & Co', slug: 'crumb-co', delivery_terms: null },
}
const bespoke: DescribedProduct = { ...loaf, product_type: 'bespoke', price: 0, stock: 0 }

/** The JSON form, without undefined properties. */
const written = (thing: StructuredThing) => JSON.parse(writeStructuredData([thing]))
const offerOf = (product: DescribedProduct) => written(productData(site, product)).offers

describe('product markup', () => {
  it('has name, pictures, price in pounds and rating', () => {
    expect(written(productData(site, loaf))).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      '@id': `https://tuckbox.test/product/${loaf.id}#product`,
      name: 'Slow sourdough loaf',
      sku: loaf.id,
      url: `https://tuckbox.test/product/${loaf.id}`,
      description: 'Two days in the making.',
      category: 'Bread',
      image: ['https://pictures.test/loaf.webp', 'https://pictures.test/crumb.webp'],
      brand: { '@type': 'Brand', name: 'Crumb & Co' },
      offers: {
        '@type': 'Offer',
        price: '4.50',
        priceCurrency: 'GBP',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
        url: `https://tuckbox.test/product/${loaf.id}`,
        seller: {
          '@type': 'Organization',
          '@id': 'https://tuckbox.test/shop/crumb-co#shop',
          name: 'Crumb & Co',
        },
        availableDeliveryMethod: ['https://schema.org/ParcelService', 'https://schema.org/OnSitePickup'],
        shippingDetails: {
          '@type': 'OfferShippingDetails',
          shippingRate: { '@type': 'MonetaryAmount', value: '3.99', currency: 'GBP' },
          shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'GB' },
        },
      },
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.75, reviewCount: 8, bestRating: 5, worstRating: 1 },
    })
  })

  it.each([
    ['in stock', loaf, 'InStock'],
    ['out of stock with a stock of 0', { ...loaf, stock: 0 }, 'OutOfStock'],
    ['out of stock while its allergens are undeclared', { ...loaf, allergens_declared: false }, 'OutOfStock'],
    ['made to order for any stock', { ...bespoke, min_price: 20, max_price: 35 }, 'MadeToOrder'],
    [
      'out of stock while its allergens are undeclared, even made to order',
      { ...bespoke, min_price: 20, max_price: 35, allergens_declared: false },
      'OutOfStock',
    ],
  ])('is %s', (_, product, expected) => {
    expect(offerOf(product).availability).toBe(`https://schema.org/${expected}`)
  })

  it('has a price range for a bespoke product with one, and no offer without', () => {
    expect(offerOf({ ...bespoke, min_price: 20, max_price: '35.50' })).toMatchObject({
      '@type': 'AggregateOffer',
      lowPrice: '20.00',
      highPrice: '35.50',
      priceCurrency: 'GBP',
    })
    expect(offerOf(bespoke)).toBeUndefined()
  })

  it('has free delivery above fifty pounds, and none for pickup only', () => {
    expect(offerOf({ ...loaf, price: 50.01 }).shippingDetails.shippingRate.value).toBe('0.00')
    const pickedUp = offerOf({ ...loaf, available_for_delivery: false })
    expect(pickedUp.shippingDetails).toBeUndefined()
    expect(pickedUp.availableDeliveryMethod).toEqual(['https://schema.org/OnSitePickup'])
  })

  it('has the shop’s own fee, unless it depends on the place', () => {
    const sold = (fee: number | null) =>
      offerOf({ ...loaf, shop: { ...loaf.shop, delivery_terms: { fee, free_from: 6 } } }).shippingDetails
    expect(sold(4).shippingRate.value).toBe('4.00')
    expect(sold(null)).toBeUndefined()
    const dear = offerOf({ ...loaf, price: 6, shop: { ...loaf.shop, delivery_terms: { fee: 4, free_from: 6 } } })
    expect(dear.shippingDetails.shippingRate.value).toBe('0.00')
  })

  it('has no rating without reviews, and no review that the page does not show', () => {
    const data = written(productData(site, { ...loaf, rating: null, review_count: 0 }))
    expect(data.aggregateRating).toBeUndefined()
    expect(data.review).toBeUndefined()
  })

  it('has the reviews that the page shows', () => {
    const reviews = [
      { rating: 5, text: 'Lovely', created_at: '2026-11-01T23:10:00+00:00', author: { name: 'Nadia' } },
      { rating: 4, text: null, created_at: '2026-10-01T10:00:00+00:00', author: null },
    ]
    expect(written(productData(site, loaf, reviews)).review).toEqual([
      {
        '@type': 'Review',
        reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5, worstRating: 1 },
        author: { '@type': 'Person', name: 'Nadia' },
        datePublished: '2026-11-01',
        reviewBody: 'Lovely',
      },
      {
        '@type': 'Review',
        reviewRating: { '@type': 'Rating', ratingValue: 4, bestRating: 5, worstRating: 1 },
        author: { '@type': 'Person', name: 'A buyer' },
        datePublished: '2026-10-01',
      },
    ])
  })
})

const crumb: DescribedShop = {
  name: 'Crumb & Co',
  slug: 'crumb-co',
  description: 'Bread from a small oven.',
  category: 'Bread',
  logo: 'crumb.webp',
  banner_image: null,
  town: 'Bristol',
  lat: 51.4545,
  lon: -2.5879,
  delivery_radius_miles: 5,
  pickup: [{ day_of_week: 6, start_time: '09:00:00', end_time: '13:00:00' }],
  closures: [{ from_date: '2026-12-24', to_date: '2027-01-02' }],
  rating: 4.9,
  review_count: 12,
}

describe('shop markup', () => {
  it('is a bakery in its town with opening hours, closures and rating', () => {
    expect(written(shopData(site, crumb))).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Bakery',
      '@id': 'https://tuckbox.test/shop/crumb-co#shop',
      name: 'Crumb & Co',
      url: 'https://tuckbox.test/shop/crumb-co',
      description: 'Bread from a small oven.',
      logo: 'https://pictures.test/crumb.webp',
      image: ['https://pictures.test/crumb.webp'],
      address: { '@type': 'PostalAddress', addressLocality: 'Bristol', addressCountry: 'GB' },
      areaServed: {
        '@type': 'GeoCircle',
        geoMidpoint: { '@type': 'GeoCoordinates', latitude: 51.45, longitude: -2.59 },
        geoRadius: 8047,
      },
      currenciesAccepted: 'GBP',
      openingHoursSpecification: [
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: 'https://schema.org/Saturday',
          opens: '09:00',
          closes: '13:00',
        },
      ],
      specialOpeningHoursSpecification: [
        {
          '@type': 'OpeningHoursSpecification',
          opens: '00:00',
          closes: '00:00',
          validFrom: '2026-12-24',
          validThrough: '2027-01-02',
        },
      ],
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.9, reviewCount: 12, bestRating: 5, worstRating: 1 },
    })
  })

  it('has no exact location, only a circle of about a kilometre', () => {
    const text = writeStructuredData([shopData(site, crumb)])
    expect(text).not.toContain('"geo"')
    expect(text).not.toMatch(/\d\.\d{3}/)
  })

  it('serves its town without a radius, and is a bakery only for baked goods', () => {
    expect(written(shopData(site, { ...crumb, delivery_radius_miles: null })).areaServed).toBe('Bristol')
    expect(written(shopData(site, { ...crumb, category: 'Chocolates' }))['@type']).toBe('FoodEstablishment')
  })
})

describe('site markup', () => {
  it('has breadcrumbs', () => {
    const trail = [
      { label: 'Home', to: '/' },
      { label: 'Crumb & Co', to: '/shop/crumb-co' },
    ]
    expect(written(breadcrumbData(site, trail)).itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://tuckbox.test/' },
      { '@type': 'ListItem', position: 2, name: 'Crumb & Co', item: 'https://tuckbox.test/shop/crumb-co' },
    ])
  })

  it('has questions and answers', () => {
    expect(written(questionsData([{ question: 'Is it fresh?', answer: 'Yes, <every> day.' }])).mainEntity).toEqual([
      {
        '@type': 'Question',
        name: 'Is it fresh?',
        acceptedAnswer: { '@type': 'Answer', text: 'Yes, <every> day.' },
      },
    ])
  })

  it('has the search URL', () => {
    expect(written(siteData(site)).potentialAction.target.urlTemplate).toBe(
      'https://tuckbox.test/search?q={search_term_string}',
    )
  })

  it('lists a page’s products in order', () => {
    expect(written(listData(site, 'Bread', [loaf, { id: 'x', name: 'Rye' }]))).toMatchObject({
      '@type': 'ItemList',
      name: 'Bread',
      numberOfItems: 2,
      itemListElement: [{ position: 1, name: 'Slow sourdough loaf' }, { url: 'https://tuckbox.test/product/x' }],
    })
  })
})

describe('structured data in HTML', () => {
  it('cannot end its element, open a comment or break a line, for any text of a seller', () => {
    const name = '</script><!-- & \u2028\u2029 “cake”'
    const text = writeStructuredData([productData(site, { ...loaf, name })])
    expect(text).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(text).name).toBe(name)
  })

  it('is one graph for several things on a page', () => {
    const { '@graph': graph } = JSON.parse(writeStructuredData([siteData(site), breadcrumbData(site, [])]))
    expect(graph).toHaveLength(2)
  })
})
