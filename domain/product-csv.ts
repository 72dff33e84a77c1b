/** A shop's products as a table for spreadsheets; product-import.ts reads it back. */
import { type AllergenDeclaration, allergens } from './allergens.ts'
import { writeCsv } from './csv.ts'
import { type CellColumn, cellColumns, cellFields } from './product-fields.ts'
import { type ProductRecord, type StoredProduct, toProductForm } from './product-record.ts'

/** The headings of a products file, with the columns that each fills. */
export const productHeadings = new Map<string, readonly (keyof ProductRecord)[]>([
  ['id', []],
  ...cellColumns.map((column) => [headingOf(column), [column]] as const),
  ['status', ['status']],
  ['contains', ['allergens']],
  ['may_contain', ['allergens']],
  ['free_from', ['allergens']],
  ['variations', ['variations']],
  ['pictures', ['image', 'images']],
])

export function headingOf(column: CellColumn): string {
  return cellFields[column].heading ?? column
}

export interface ListedProduct extends StoredProduct {
  readonly id: string
  readonly status: string
}

export function writeProducts(products: readonly ListedProduct[]): string {
  return writeCsv([[...productHeadings.keys()], ...products.map(writeProduct)])
}

/** In the order of the headings. */
function writeProduct(product: ListedProduct): string[] {
  const form = toProductForm(product)
  return [
    product.id,
    ...cellColumns.map((column) => cellText(form[column])),
    product.status,
    keysDeclared(form.allergens, 'contains'),
    keysDeclared(form.allergens, 'may_contain'),
    keysDeclared(form.allergens, 'free'),
    // Variations are separated by a bar, and the last ':' separates a name from its price. Names may contain
    // commas, colons and escaped bars.
    form.variations.map(({ name, price_delta }) => `${escaped(name)}: ${price_delta}`).join(' | '),
    form.pictures.join(' '),
  ]
}

function cellText(value: string | boolean): string {
  if (typeof value === 'string') return value
  return value ? 'yes' : 'no'
}

function keysDeclared(declaration: AllergenDeclaration, state: string): string {
  const keys = allergens.flatMap((allergen) => [allergen, ...allergen.kinds].map(({ key }) => key))
  return keys.filter((key) => declaration[key] === state).join('; ')
}

const escaped = (name: string) => name.replace(/[\\|]/g, '\\$&')
