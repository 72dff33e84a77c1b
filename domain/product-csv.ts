/** A shop's products as a table for spreadsheets; product-import.ts reads it back. */
import { type AllergenDeclaration, allergens } from './allergens.ts'
import { writeCsv } from './csv.ts'
import { type StoredProduct, toProductForm } from './product-record.ts'

export const productColumns = [
  'id',
  'name',
  'type',
  'price',
  'min_price',
  'max_price',
  'consultation',
  'category',
  'stock',
  'status',
  'bestseller',
  'delivery',
  'pickup',
  'lead_time_days',
  'description',
  'ingredients',
  'contains',
  'may_contain',
  'free_from',
  'variations',
  'pictures',
] as const
export type ProductColumn = (typeof productColumns)[number]

export interface ListedProduct extends StoredProduct {
  readonly id: string
  readonly status: string
}

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

export function writeProducts(products: readonly ListedProduct[]): string {
  return writeCsv([productColumns, ...products.map(writeProduct)])
}

function writeProduct(product: ListedProduct): string[] {
  const form = toProductForm(product)
  const cells: Record<ProductColumn, string> = {
    id: product.id,
    name: form.name,
    type: form.productType,
    price: form.price,
    min_price: form.minPrice,
    max_price: form.maxPrice,
    consultation: yesNo(form.requiresConsultation),
    category: form.category,
    stock: form.stock,
    status: product.status,
    bestseller: yesNo(form.isBestseller),
    delivery: yesNo(form.availableForDelivery),
    pickup: yesNo(form.availableForPickup),
    lead_time_days: form.leadTimeDays,
    description: form.description,
    ingredients: form.ingredients,
    contains: keysDeclared(form.allergens, 'contains'),
    may_contain: keysDeclared(form.allergens, 'may_contain'),
    free_from: keysDeclared(form.allergens, 'free'),
    // Variations are separated by a bar, and the last ':' separates a name from its price. Names may contain
    // commas, colons and escaped bars.
    variations: form.variations.map(({ name, priceDelta }) => `${escaped(name)}: ${priceDelta}`).join(' | '),
    pictures: form.pictures.join(' '),
  }
  return productColumns.map((column) => cells[column])
}

function keysDeclared(declaration: AllergenDeclaration, state: string): string {
  const keys = allergens.flatMap((allergen) => [allergen, ...allergen.kinds].map(({ key }) => key))
  return keys.filter((key) => declaration[key] === state).join('; ')
}

const escaped = (name: string) => name.replace(/[\\|]/g, '\\$&')
