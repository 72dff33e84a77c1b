/** A shop's products as a table for spreadsheets, and back again, line by line. */
import { type AllergenDeclaration, allergenStates, allergens, isFullyDeclared } from './allergens.ts'
import { CsvError, type CsvRow, parseCsv, readCellText, writeCsv } from './csv.ts'
import { type ProductFormInput, productForm, productFormDefaults } from './forms/product-form.ts'
import {
  type ProductRecord,
  type ProductStatus,
  type StoredProduct,
  toProductForm,
  toProductRecord,
} from './product-record.ts'

const columns = [
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
type Column = (typeof columns)[number]

/** As `import_products` takes them at a time. */
export const mostImported = 2_000

export interface ListedProduct extends StoredProduct {
  readonly id: string
  readonly status: string
}

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

export function writeProducts(products: readonly ListedProduct[]): string {
  return writeCsv([columns, ...products.map(writeProduct)])
}

function writeProduct(product: ListedProduct): string[] {
  const form = toProductForm(product)
  const cells: Record<Column, string> = {
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
    // A bar parts them, and the last ':' a name from its price: names may hold commas and colons.
    variations: form.variations.map(({ name, priceDelta }) => `${name}: ${priceDelta}`).join(' | '),
    pictures: form.pictures.join(' '),
  }
  return columns.map((column) => cells[column])
}

function keysDeclared(declaration: AllergenDeclaration, state: string): string {
  const keys = allergens.flatMap((allergen) => [allergen, ...allergen.kinds].map(({ key }) => key))
  return keys.filter((key) => declaration[key] === state).join('; ')
}

export interface ImportedProduct {
  readonly line: number
  readonly name: string
  /** Null for a product that is not there yet. */
  readonly id: string | null
  /** For `import_products`; of a product that is there, only the file's columns. */
  readonly record: Partial<ProductRecord>
  /** What the seller should know before importing it. */
  readonly note: string | null
}

export interface LineFault {
  readonly line: number
  readonly message: string
}

export interface ImportPlan {
  readonly products: readonly ImportedProduct[]
  /** Lines that cannot be imported, with everything that is wrong with them. */
  readonly faults: readonly LineFault[]
}

/** What a file would do. @param ownIds ids of the shop's products: a line with one changes it, a line without adds a product */
export function planImport(text: string, ownIds: ReadonlySet<string>): ImportPlan {
  let rows: CsvRow[]
  try {
    rows = parseCsv(text)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { products: [], faults: [{ line: error.line, message: error.message }] }
  }
  const [heading, ...lines] = rows
  const refused = (message: string): ImportPlan => ({ products: [], faults: [{ line: heading?.line ?? 1, message }] })
  if (!heading) return refused('The file is empty.')
  const names = heading.cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
  const unknown = names.filter((name) => name !== '' && !isColumn(name))
  if (unknown.length > 0) return refused(`There is no column “${unknown[0]}”. Known are: ${columns.join(', ')}.`)
  const repeated = names.find((name, n) => name !== '' && names.indexOf(name) !== n)
  if (repeated) return refused(`The column “${repeated}” is there twice.`)
  if (!names.includes('name') && !names.includes('id')) return refused('A column “name” is needed.')
  if (lines.length === 0) return refused('The file has a heading but no products.')
  if (lines.length > mostImported)
    return refused(`A file may have up to ${mostImported.toLocaleString('en')} products.`)

  const products: ImportedProduct[] = []
  const faults: LineFault[] = []
  const seen = new Map<string, number>()
  for (const { line, cells } of lines) {
    const read = readLine(line, names, cells, ownIds)
    const earlier = 'id' in read && read.id !== null ? seen.get(read.id) : undefined
    if ('messages' in read) faults.push(...read.messages.map((message) => ({ line, message })))
    else if (earlier !== undefined)
      faults.push({ line, message: `The same product stands on line ${earlier} already.` })
    else products.push(read)
    if ('id' in read && read.id !== null) seen.set(read.id, line)
  }
  return { products, faults }
}

function isColumn(name: string): name is Column {
  return columns.some((column) => column === name)
}

function readLine(
  line: number,
  names: readonly string[],
  cells: readonly string[],
  ownIds: ReadonlySet<string>,
): ImportedProduct | { readonly messages: readonly string[] } {
  if (cells.length > names.length && cells.slice(names.length).some((cell) => cell.trim() !== '')) {
    return { messages: ['There are more cells than columns. Texts with commas belong in quotes.'] }
  }
  const given = new Map<Column, string>()
  for (const [n, name] of names.entries()) if (isColumn(name)) given.set(name, readCellText(cells[n] ?? '').trim())
  const id = given.get('id')?.toLowerCase() || null
  if (id !== null && !ownIds.has(id))
    return { messages: ['Your shop has no product with this id. Leave it empty to add one.'] }
  const { form, status, messages } = readCells(given)
  // A file of ids and prices leaves the names as they are.
  const checked = productForm.safeParse(id !== null && !given.has('name') ? { ...form, name: 'Unchanged' } : form)
  if (!checked.success)
    messages.push(...checked.error.issues.map(({ path, message }) => `${columnOf(path)}: ${message}`))
  if (!checked.success || messages.length > 0) return { messages }

  const isDeclared = isFullyDeclared(checked.data.allergens)
  const isNew = id === null
  const becomesDraft = isNew && !isDeclared && status === 'active'
  const record = toProductRecord(checked.data, becomesDraft ? 'draft' : status)
  return {
    line,
    id,
    name: given.get('name') ?? '',
    record: isNew ? record : onlyGiven(record, given),
    note: becomesDraft ? 'Not all 14 allergens are declared: it is saved as a draft.' : null,
  }
}

const yes = /^(yes|y|true|1|x)$/i
const no = /^(no|n|false|0|)$/i

/** The cells as the form would hold them, and what is wrong with those that it cannot hold. */
function readCells(given: ReadonlyMap<Column, string>) {
  const messages: string[] = []
  const cell = (column: Column, otherwise: string) => given.get(column) || otherwise
  const choice = (column: Column, otherwise: boolean): boolean => {
    const text = given.get(column)
    if (text === undefined || text === '') return otherwise
    if (!yes.test(text) && !no.test(text)) messages.push(`${column}: Please write yes or no.`)
    return yes.test(text)
  }
  const form: ProductFormInput = {
    ...productFormDefaults,
    name: cell('name', ''),
    productType: readType(cell('type', 'standardized'), messages),
    price: money(cell('price', '0')),
    minPrice: money(cell('min_price', '')),
    maxPrice: money(cell('max_price', '')),
    requiresConsultation: choice('consultation', false),
    category: cell('category', ''),
    stock: cell('stock', '0'),
    isBestseller: choice('bestseller', false),
    availableForDelivery: choice('delivery', true),
    availableForPickup: choice('pickup', false),
    leadTimeDays: cell('lead_time_days', '0'),
    description: cell('description', ''),
    ingredients: cell('ingredients', ''),
    allergens: readDeclaration(given, messages),
    variations: readVariations(cell('variations', '')),
    pictures: readPictures(cell('pictures', ''), messages),
  }
  return { form, status: readStatus(cell('status', 'active'), messages), messages }
}

/** '£1,250.00' is what people write. */
const money = (text: string) => text.replace(/^£\s*/, '').replace(/,(?=\d{3}(\D|$))/g, '')

function readType(text: string, messages: string[]): 'standardized' | 'bespoke' {
  const type = text.toLowerCase()
  if (type !== 'standardized' && type !== 'bespoke') messages.push('type: Please write standardized or bespoke.')
  return type === 'bespoke' ? 'bespoke' : 'standardized'
}

function readStatus(text: string, messages: string[]): ProductStatus {
  const status = text.toLowerCase()
  if (status === 'active' || status === 'draft' || status === 'hidden') return status
  messages.push('status: Please write active, draft or hidden.')
  return 'draft'
}

const keysByName = new Map(
  allergens.flatMap((allergen) =>
    [allergen, ...allergen.kinds].flatMap(
      ({ key, label }) =>
        [
          [key, key],
          [label.toLowerCase(), key],
        ] as const,
    ),
  ),
)
const columnOfState = { contains: 'contains', may_contain: 'may_contain', free: 'free_from' } as const

function readDeclaration(given: ReadonlyMap<Column, string>, messages: string[]): AllergenDeclaration {
  const declaration: AllergenDeclaration = {}
  for (const state of allergenStates) {
    const column = columnOfState[state]
    for (const name of (given.get(column) ?? '').split(/[;,|]/).map((part) => part.trim().toLowerCase())) {
      if (name === '') continue
      if (state === 'free' && name === 'all others') {
        for (const { key } of allergens) declaration[key] ??= 'free'
        continue
      }
      const key = keysByName.get(name)
      if (!key) messages.push(`${column}: “${name}” is none of the 14 allergens.`)
      else if (declaration[key]) messages.push(`${column}: “${name}” is declared twice.`)
      else declaration[key] = state
    }
  }
  return withParents(declaration)
}

/** That there is wheat says that there is gluten. */
function withParents(declaration: AllergenDeclaration): AllergenDeclaration {
  for (const { key, kinds } of allergens) {
    const states = kinds.map((kind) => declaration[kind.key])
    const implied = states.includes('contains')
      ? 'contains'
      : states.includes('may_contain')
        ? 'may_contain'
        : undefined
    if (implied && (declaration[key] === undefined || declaration[key] === 'free')) declaration[key] = implied
  }
  return declaration
}

function readVariations(text: string): ProductFormInput['variations'] {
  return text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = part, priceDelta = ''] = /^(.*?)\s*:\s*£?([+-]?[\d.]*)$/s.exec(part) ?? []
      return { name, priceDelta }
    })
}

const storedPicture = /^product_images\/[^\s<>"'\\]+$/

function readPictures(text: string, messages: string[]): string[] {
  const pictures = text.split(/\s+/).filter((part) => part !== '')
  for (const picture of pictures) {
    if (!storedPicture.test(picture) && !/^https?:\/\/[^\s<>"'\\]+$/.test(picture)) {
      messages.push('pictures: Please enter a valid URL.')
    }
  }
  return pictures
}

const fieldColumns: Readonly<Record<string, Column>> = {
  productType: 'type',
  minPrice: 'min_price',
  maxPrice: 'max_price',
  leadTimeDays: 'lead_time_days',
}

function columnOf([field]: readonly PropertyKey[]): string {
  return fieldColumns[String(field)] ?? String(field)
}

/** Columns of the database that a column of the file fills. */
const filled: Readonly<Record<Column, readonly (keyof ProductRecord)[]>> = {
  id: [],
  name: ['name'],
  type: ['product_type'],
  price: ['price'],
  min_price: ['min_price'],
  max_price: ['max_price'],
  consultation: ['requires_consultation'],
  category: ['category'],
  stock: ['stock'],
  status: ['status'],
  bestseller: ['is_bestseller'],
  delivery: ['available_for_delivery'],
  pickup: ['available_for_pickup'],
  lead_time_days: ['lead_time_days'],
  description: ['description'],
  ingredients: ['ingredients'],
  contains: ['allergens'],
  may_contain: ['allergens'],
  free_from: ['allergens'],
  variations: ['variations'],
  pictures: ['image', 'images'],
}

function onlyGiven(record: ProductRecord, given: ReadonlyMap<Column, string>): Partial<ProductRecord> {
  const wanted = new Set<string>([...given.keys()].flatMap((column) => filled[column]))
  return Object.fromEntries(Object.entries(record).filter(([key]) => wanted.has(key)))
}
