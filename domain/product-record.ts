/** Converts a product between its form and the column names of `save_product`. */
import { type AllergenDeclaration, readAllergens } from './allergens.ts'
import { maxPictures, type ProductFormInput, type ProductFormOutput } from './forms/product-form.ts'
import { type Pounds, toPence, toPounds } from './money.ts'

export type ProductStatus = 'active' | 'draft' | 'hidden'

/** The argument of `save_product`; absent columns stay unchanged. */
export interface ProductRecord {
  name: string
  description: string | null
  price: number
  /** The first picture; `images` are the others, in order. */
  image: string | null
  images: string[]
  category: string | null
  stock: number
  is_bestseller: boolean
  available_for_delivery: boolean
  available_for_pickup: boolean
  product_type: 'standardized' | 'bespoke'
  requires_consultation: boolean
  min_price: number | null
  max_price: number | null
  ingredients: string | null
  allergens: AllergenDeclaration | null
  lead_time_days: number
  variations: { name: string; price_delta: number }[]
  status: ProductStatus
}

/** The first picture is the main one. The product form stores a pasted picture URL as a picture; an import keeps the URL. */
export function toProductRecord(product: ProductFormOutput, status: ProductStatus): ProductRecord {
  const [image = null, ...images] = product.pictures.slice(0, maxPictures)
  return {
    name: product.name,
    description: product.description || null,
    price: product.price,
    image,
    images,
    category: product.category || null,
    stock: product.stock,
    is_bestseller: product.isBestseller,
    available_for_delivery: product.availableForDelivery,
    available_for_pickup: product.availableForPickup,
    product_type: product.productType,
    requires_consultation: product.requiresConsultation,
    min_price: product.minPrice,
    max_price: product.maxPrice,
    ingredients: product.ingredients || null,
    allergens: Object.keys(product.allergens).length > 0 ? product.allergens : null,
    lead_time_days: product.leadTimeDays,
    variations: product.variations.map(({ name, priceDelta }) => ({ name, price_delta: priceDelta })),
    status,
  }
}

/** A product as the database returns it. */
export interface StoredProduct {
  readonly name: string
  readonly description: string | null
  readonly price: Pounds
  readonly image: string | null
  readonly images: readonly { readonly image: string }[]
  readonly category: string | null
  readonly stock: number
  readonly is_bestseller: boolean
  readonly available_for_delivery: boolean
  readonly available_for_pickup: boolean
  readonly product_type: string
  readonly requires_consultation: boolean
  readonly min_price: Pounds | null
  readonly max_price: Pounds | null
  readonly ingredients: string | null
  readonly allergens: unknown
  readonly lead_time_days: number
  readonly variations: readonly { readonly name: string; readonly price_delta: Pounds }[]
}

const poundsText = (pounds: Pounds | null) => (pounds === null ? '' : toPounds(toPence(pounds)))

export function toProductForm(product: StoredProduct): ProductFormInput {
  return {
    name: product.name,
    description: product.description ?? '',
    price: poundsText(product.price),
    image: '',
    category: product.category ?? '',
    stock: String(product.stock),
    productType: product.product_type === 'bespoke' ? 'bespoke' : 'standardized',
    isBestseller: product.is_bestseller,
    availableForDelivery: product.available_for_delivery,
    availableForPickup: product.available_for_pickup,
    requiresConsultation: product.requires_consultation,
    minPrice: poundsText(product.min_price),
    maxPrice: poundsText(product.max_price),
    pictures: [...(product.image ? [product.image] : []), ...product.images.map(({ image }) => image)],
    variations: product.variations.map(({ name, price_delta }) => ({ name, priceDelta: poundsText(price_delta) })),
    ingredients: product.ingredients ?? '',
    allergens: readAllergens(product.allergens) ?? {},
    leadTimeDays: String(product.lead_time_days),
  }
}
