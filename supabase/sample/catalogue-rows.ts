/** The rows of the sample's shops and products. */
import { type Allergen, type AllergenGroups, allergenGroups, allergens } from '../../domain/food/allergens.ts'
import { sellerTermsVersion } from '../../domain/selling/seller-terms.ts'
import { type AccountIds, type Clock, sampleId } from './ids.ts'
import { productFiles, shopFiles, storedPath } from './picture-paths.ts'
import { products } from './products.ts'
import type { SampleProduct } from './sample-product.ts'
import { seededRandom } from './scenes.ts'
import { type SampleShop, type ShopKey, shops, type Window } from './shops.ts'
import type { Insert } from './tables.ts'

const entries: [string, SampleProduct][] = Object.entries(products)
const shopEntries: [string, SampleShop][] = Object.entries(shops)

function isShopKey(key: string): key is ShopKey {
  return key in shops
}

function shopRow(key: string, shop: SampleShop, accounts: AccountIds, clock: Clock): Insert<'shops'> {
  if (!isShopKey(key)) throw new Error(`There is no shop ${key}`)
  const { logo, banner } = shopFiles(shops[key])
  return {
    id: sampleId('shop', key),
    user_id: accounts(shop.seller),
    name: shop.name,
    slug: shop.slug,
    description: shop.description,
    category: shop.category,
    logo: storedPath(logo, accounts),
    banner_image: storedPath(banner, accounts),
    town: shop.town,
    lat: shop.lat,
    lon: shop.lon,
    delivery_radius_miles: shop.deliveryRadiusMiles,
    hygiene_rating: shop.hygieneRating,
    created_at: clock.daysAgo(150 - seededRandom(key)() * 30),
  }
}

function windowRow([day_of_week, start_time, end_time, max_orders]: Window) {
  return { day_of_week, start_time, end_time, max_orders: max_orders ?? null }
}

const personalisedCategories: readonly string[] = ['Cakes', 'Cupcakes', 'Cookies']

function productRow(key: string, product: SampleProduct, accounts: AccountIds, clock: Clock): Insert<'products'> {
  const [picture] = productFiles(key, product)
  if (!picture) throw new Error(`The product ${key} has no picture`)
  const isBespoke = typeof product.price !== 'number'
  const [min_price, max_price] = (typeof product.price === 'number' ? null : product.price.range) ?? [null, null]
  return {
    id: sampleId('product', key),
    shop_id: sampleId('shop', product.shop),
    name: product.name,
    description: product.description,
    price: typeof product.price === 'number' ? product.price : 0,
    image: storedPath(picture, accounts),
    category: product.category,
    occasions: [...(product.occasions ?? [])],
    stock: product.stock,
    is_bestseller: product.isBestseller ?? false,
    available_for_delivery: product.isDelivered ?? true,
    available_for_pickup: product.isPickedUp ?? false,
    product_type: isBespoke ? 'bespoke' : 'standardized',
    requires_consultation: typeof product.price === 'number' ? false : product.price.consultation,
    min_price,
    max_price,
    ingredients: product.ingredients,
    allergens: product.allergens,
    diets: [...(product.diets ?? [])],
    is_personalisable: personalisedCategories.includes(product.category),
    lead_time_days: product.leadTimeDays,
    status: product.isDraft ? 'draft' : 'active',
    // Spread over three months, so that the newest come from many shops.
    created_at: clock.daysAgo(productAge(key)),
    allergens_changed_at: clock.daysAgo(productAge(key)),
  }
}

const productAge = (key: string) => 70 + seededRandom(`${key} age`)() * 50

export function shopRows(accounts: AccountIds, clock: Clock): Insert<'shops'>[] {
  return shopEntries.map(([key, shop]) => shopRow(key, shop, accounts, clock))
}

/** The owners' accepted terms, which make the shops public. */
export function shopRecordRows(clock: Clock): Insert<'shop_records'>[] {
  return shopEntries.map(([key, { foodRegistration }]) => ({
    shop_id: sampleId('shop', key),
    terms_version: sellerTermsVersion,
    terms_accepted_at: clock.daysAgo(150),
    food_registration: foodRegistration,
  }))
}

export function pickupPlaceRows(): Insert<'shop_pickup_places'>[] {
  return shopEntries.map(([key, { pickupPlace }]) => ({
    shop_id: sampleId('shop', key),
    address_line1: pickupPlace.line1,
    city: pickupPlace.city,
    postal_code: pickupPlace.postalCode,
    instructions: pickupPlace.instructions,
  }))
}

const shopsWithVouchers: readonly ShopKey[] = ['honey', 'loaf', 'matin']

export function voucherTermsRows(): Insert<'shop_voucher_terms'>[] {
  return shopsWithVouchers.map((key) => ({ shop_id: sampleId('shop', key) }))
}

/** A kitchen handles everything that its products contain or may contain. Traces come from shared equipment. */
export function kitchenRows(clock: Clock): Insert<'shop_kitchens'>[] {
  return shopEntries.map(([key]) => {
    const made = entries
      .filter(([, { shop }]) => shop === key)
      .map(([, { allergens: declared }]) => allergenGroups(declared))
    const isIn = (groups: AllergenGroups, state: 'contains' | 'may_contain', allergen: Allergen) =>
      groups[state].some((group) => group.key === allergen)
    const isHandled = (allergen: Allergen) =>
      made.some((groups) => isIn(groups, 'contains', allergen) || isIn(groups, 'may_contain', allergen))
    const hasNuts = isHandled('nuts') || isHandled('peanuts')
    return {
      shop_id: sampleId('shop', key),
      // Celery and mustard may be in a seller's own food, so what is not in the products is left open.
      handles: Object.fromEntries(
        allergens
          .map(({ key: allergen }) => [allergen, isHandled(allergen)] as const)
          .filter(([allergen, handled]) => handled || !['celery', 'mustard'].includes(allergen)),
      ),
      shares_equipment: made.some(({ may_contain }) => may_contain.length > 0),
      is_nut_free: !hasNuts,
      reviewed_at: clock.daysAgo(10 + seededRandom(`${key} review`)() * 120),
    }
  })
}

export function closureRows(clock: Clock): Insert<'shop_closures'>[] {
  return shopEntries.flatMap(([key, { closure }]) =>
    closure
      ? [
          {
            id: sampleId('closure', key),
            shop_id: sampleId('shop', key),
            from_date: clock.date(closure.fromDay),
            to_date: clock.date(closure.toDay),
            note: closure.note,
          },
        ]
      : [],
  )
}

export function shopWindowRows(): Insert<'shop_pickup_schedules'>[] {
  return shopEntries.flatMap(([key, { windows }]) =>
    windows.map((window, n) => ({
      id: sampleId('window', key, String(n)),
      shop_id: sampleId('shop', key),
      ...windowRow(window),
    })),
  )
}

export function productRows(accounts: AccountIds, clock: Clock): Insert<'products'>[] {
  return entries.map(([key, product]) => productRow(key, product, accounts, clock))
}

export function galleryRows(accounts: AccountIds): Insert<'product_images'>[] {
  return entries.flatMap(([key, product]) =>
    productFiles(key, product)
      .slice(1)
      .map((file, position) => ({
        id: sampleId('picture', key, String(position)),
        product_id: sampleId('product', key),
        image: storedPath(file, accounts),
        position,
      })),
  )
}

export function variationRows(): Insert<'product_variations'>[] {
  return entries.flatMap(([key, { variations = [] }]) =>
    variations.map(([name, price_delta], position) => ({
      id: sampleId('variation', key, name),
      product_id: sampleId('product', key),
      name,
      price_delta,
      position,
    })),
  )
}

export function productWindowRows(): Insert<'product_pickup_schedules'>[] {
  return entries.flatMap(([key, { windows = [] }]) =>
    windows.map((window, n) => ({
      id: sampleId('product window', key, String(n)),
      product_id: sampleId('product', key),
      ...windowRow(window),
    })),
  )
}
