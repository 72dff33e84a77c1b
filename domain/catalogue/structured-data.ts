/** Structured data for search engines in schema.org's vocabulary. Pure, from the data that the page shows. */
import { deliveryPence } from '../delivery/delivery.ts'
import { type Closure, hoursAndMinutes, type PickupSchedule } from '../pickup/pickup.ts'
import { weekdayName } from '../values/calendar.ts'
import { poundsText, toPence, toPounds } from '../values/money.ts'
import type { Rated } from '../values/ratings.ts'
import type { Priced } from './product-price.ts'

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json }

/** A thing with its `@type`; undefined properties are left out of the JSON. */
export type StructuredThing = { readonly '@type': string; readonly [key: string]: Json }

/** The base URLs. */
export interface Site {
  /** Without a trailing slash. */
  readonly url: string
  readonly name: string
  /** The full URL of a stored picture. */
  picture(source: string | null): string | undefined
}

const productUrl = (site: Site, id: string) => `${site.url}/product/${encodeURIComponent(id)}`
const shopUrl = (site: Site, slug: string) => `${site.url}/shop/${encodeURIComponent(slug)}`

export interface DescribedProduct extends Priced, Rated {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly category: string | null
  readonly images: readonly string[]
  readonly stock: number
  readonly is_made_to_order: boolean
  readonly allergens_declared: boolean
  readonly available_for_delivery: boolean
  readonly available_for_pickup: boolean
  readonly shop: {
    readonly name: string
    readonly slug: string
    /** Null with the marketplace's terms. */
    readonly delivery_terms: { readonly fee: number | null; readonly free_from: number | null } | null
  }
}

export interface DescribedReview {
  readonly rating: number
  readonly text: string | null
  readonly created_at: string
  readonly author: { readonly name: string | null } | null
}

/** @param reviews the reviews on the page; search engines require that markup matches it */
export function productData(
  site: Site,
  product: DescribedProduct,
  reviews: readonly DescribedReview[] = [],
): StructuredThing {
  const { id, name, description, category, images, shop } = product
  return {
    '@type': 'Product',
    '@id': `${productUrl(site, id)}#product`,
    name,
    sku: id,
    url: productUrl(site, id),
    description: description || undefined,
    category: category ?? undefined,
    image: images.flatMap((image) => site.picture(image) ?? []),
    brand: { '@type': 'Brand', name: shop.name },
    offers: offer(site, product),
    aggregateRating: aggregateRating(product),
    review: reviews.length > 0 ? reviews.map(reviewData) : undefined,
  }
}

/** Undefined for a bespoke product without a range, which has no price before a quote. */
function offer(site: Site, product: DescribedProduct): StructuredThing | undefined {
  const { shop } = product
  const common = {
    priceCurrency: 'GBP',
    availability: `https://schema.org/${availability(product)}`,
    itemCondition: 'https://schema.org/NewCondition',
    url: productUrl(site, product.id),
    seller: { '@type': 'Organization', '@id': `${shopUrl(site, shop.slug)}#shop`, name: shop.name },
    availableDeliveryMethod: [
      ...(product.available_for_delivery ? ['https://schema.org/ParcelService'] : []),
      ...(product.available_for_pickup ? ['https://schema.org/OnSitePickup'] : []),
    ],
  }
  if (product.product_type !== 'bespoke') {
    const pence = toPence(product.price)
    return { '@type': 'Offer', price: toPounds(pence), ...common, shippingDetails: shipping(product, pence) }
  }
  if (product.min_price === null || product.max_price === null) return undefined
  return {
    '@type': 'AggregateOffer',
    lowPrice: poundsText(product.min_price),
    highPrice: poundsText(product.max_price),
    ...common,
  }
}

/** A product with undeclared allergens cannot be bought, whatever its stock. */
function availability({ product_type, stock, is_made_to_order, allergens_declared }: DescribedProduct): string {
  if (!allergens_declared) return 'OutOfStock'
  if (product_type === 'bespoke' || is_made_to_order) return 'MadeToOrder'
  return stock > 0 ? 'InStock' : 'OutOfStock'
}

/** The delivery fee of this product alone. Undefined if it depends on the place. */
function shipping({ available_for_delivery, shop }: DescribedProduct, pence: number): StructuredThing | undefined {
  const fee = feePence(shop.delivery_terms, pence)
  if (!available_for_delivery || fee === null) return undefined
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: toPounds(fee), currency: 'GBP' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'GB' },
  }
}

function feePence(terms: DescribedProduct['shop']['delivery_terms'], pence: number): number | null {
  if (!terms) return deliveryPence(pence)
  if (terms.fee === null) return null
  return terms.free_from !== null && pence >= toPence(terms.free_from) ? 0 : toPence(terms.fee)
}

/** Undefined without reviews, because search engines refuse an empty rating. */
function aggregateRating({ rating, review_count }: Rated): StructuredThing | undefined {
  if (rating === null || review_count === 0) return undefined
  return { '@type': 'AggregateRating', ratingValue: rating, reviewCount: review_count, bestRating: 5, worstRating: 1 }
}

function reviewData({ rating, text, created_at, author }: DescribedReview): StructuredThing {
  return {
    '@type': 'Review',
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
    author: { '@type': 'Person', name: author?.name || 'A buyer' },
    datePublished: created_at.slice(0, 10),
    reviewBody: text || undefined,
  }
}

export interface DescribedShop extends Rated {
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly category: string
  readonly logo: string | null
  readonly banner_image: string | null
  readonly town: string | null
  readonly lat?: number | null
  readonly lon?: number | null
  readonly delivery_radius_miles?: number | null
  readonly pickup: readonly PickupSchedule[]
  readonly closures: readonly Closure[]
}

const bakes: ReadonlySet<string> = new Set(['Cakes', 'Cupcakes', 'Cookies', 'Pastries', 'Bread'])

export function shopData(site: Site, shop: DescribedShop): StructuredThing {
  return {
    '@type': bakes.has(shop.category) ? 'Bakery' : 'FoodEstablishment',
    '@id': `${shopUrl(site, shop.slug)}#shop`,
    name: shop.name,
    url: shopUrl(site, shop.slug),
    description: shop.description,
    logo: site.picture(shop.logo),
    image: [shop.banner_image, shop.logo].flatMap((image) => site.picture(image) ?? []),
    address: { '@type': 'PostalAddress', addressLocality: shop.town ?? undefined, addressCountry: 'GB' },
    areaServed: areaServed(shop),
    currenciesAccepted: 'GBP',
    openingHoursSpecification: shop.pickup.filter(({ on_date: only }) => !only).map(openingHours),
    specialOpeningHoursSpecification: shop.closures.length > 0 ? shop.closures.map(closed) : undefined,
    aggregateRating: aggregateRating(shop),
  }
}

const metresPerMile = 1_609.344

/**
 * A circle instead of `geo`: a shop is often a home, so its stored location is approximate and a pin would mark
 * the wrong house. Rounded again, in case a more exact location is ever passed in.
 */
function areaServed({ lat, lon, delivery_radius_miles, town }: DescribedShop): Json {
  if (typeof lat !== 'number' || typeof lon !== 'number' || !delivery_radius_miles) return town ?? undefined
  return {
    '@type': 'GeoCircle',
    geoMidpoint: { '@type': 'GeoCoordinates', latitude: Number(lat.toFixed(2)), longitude: Number(lon.toFixed(2)) },
    geoRadius: Math.round(delivery_radius_miles * metresPerMile),
  }
}

function openingHours({ day_of_week, start_time, end_time }: PickupSchedule): StructuredThing {
  return {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: `https://schema.org/${weekdayName(day_of_week)}`,
    opens: hoursAndMinutes(start_time),
    closes: hoursAndMinutes(end_time),
  }
}

/** Opening from midnight to midnight is schema.org's form of a closed day. */
function closed({ from_date, to_date }: Closure): StructuredThing {
  return {
    '@type': 'OpeningHoursSpecification',
    opens: '00:00',
    closes: '00:00',
    validFrom: from_date,
    validThrough: to_date,
  }
}

export function questionsData(
  questions: readonly { readonly question: string; readonly answer: string }[],
): StructuredThing {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** @param trail from the outermost page to the page itself; paths with a leading slash */
export function breadcrumbData(
  site: Site,
  trail: readonly { readonly label: string; readonly to: string }[],
): StructuredThing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: site.url + to,
    })),
  }
}

/** The site itself, and its search. */
export function siteData(site: Site): StructuredThing {
  return {
    '@type': 'WebSite',
    '@id': `${site.url}/#site`,
    name: site.name,
    url: `${site.url}/`,
    inLanguage: 'en-GB',
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.url}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** A listing: the products on the page, in their order. */
export function listData(
  site: Site,
  name: string,
  products: readonly { readonly id: string; readonly name: string }[],
): StructuredThing {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: products.length,
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: product.name,
      url: productUrl(site, product.id),
    })),
  }
}

/**
 * JSON-LD as text that is safe inside a <script> element. Nothing in it can end the element or start a comment,
 * and JavaScript's line separators are escaped.
 */
export function writeStructuredData(things: readonly StructuredThing[]): string {
  const [only] = things
  const data =
    things.length === 1
      ? { '@context': 'https://schema.org', ...only }
      : { '@context': 'https://schema.org', '@graph': things }
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
