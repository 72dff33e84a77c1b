/** A shop's products as a table for spreadsheets; product-import.ts reads it back. */
import { allergenStates } from '#domain/food/allergens'
import { writeCsv } from '#domain/values/csv'
import { type CellColumn, cellColumns, cellFields } from './product-fields.ts'
import { allergensIn, writeChoices, writeGroups, writeQuestions } from './product-option-cells.ts'
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
  ['choices', ['option_groups']],
  ['questions', ['questions']],
  ['pictures', ['image', 'images']],
])

export function headingOf(column: CellColumn): string {
  return cellFields[column].heading ?? column
}

export interface ExportedProduct extends StoredProduct {
  readonly id: string
  readonly status: string
}

export function writeProducts(products: readonly ExportedProduct[]): string {
  return writeCsv([[...productHeadings.keys()], ...products.map(writeProduct)])
}

/** In the order of the headings. */
function writeProduct(product: ExportedProduct): string[] {
  const form = toProductForm(product)
  return [
    product.id,
    ...cellColumns.map((column) => cellText(form[column])),
    product.status,
    ...allergenStates.map((state) => allergensIn(form.allergens, state).join('; ')),
    writeChoices(form.variations),
    writeGroups(form.option_groups),
    writeQuestions(form.questions),
    form.pictures.join(' '),
  ]
}

function cellText(value: string | boolean | readonly string[]): string {
  if (typeof value === 'object') return value.join('; ')
  if (typeof value === 'string') return value
  return value ? 'yes' : 'no'
}
