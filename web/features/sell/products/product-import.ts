/** Plans the import of a products file, line by line. The file is untrusted, so planning takes linear time. */
import { type AllergenDeclaration, missingDeclarations } from '#domain/food/allergens'
import { CsvError, type CsvRow, parseCsv, readCellText } from '#domain/values/csv'
import { isRecord } from '#domain/values/is-record'
import { joinWithAnd } from '#domain/values/join-with-and'
import type { NamedChoice } from './choice-mentions.ts'
import { productHeadings } from './product-csv.ts'
import { readAnswers } from './product-fields.ts'
import {
  openQuestionsMessage,
  type ProductFormInput,
  productForm,
  type UnansweredChoice,
  unansweredChoices,
} from './product-form.ts'
import { type GivenCells, maxErrorsPerLine, readProductCells } from './product-import-cells.ts'
import { shortened } from './product-option-cells.ts'
import { type ProductRecord, toProductRecord } from './product-record.ts'

export const maxImportedProducts = 2_000
/** Above the longest valid cell: ten groups of thirty choices, with every allergen. */
const longestCell = 200_000
const maxHeadings = 100

/** What the import needs to know about an existing product of the shop. */
export interface OwnListing {
  readonly status: string
  readonly isDeclared: boolean
  readonly product_type: string
  readonly allergens: AllergenDeclaration | null
  readonly allergen_answers: readonly string[]
  readonly ingredients: string | null
  readonly variations: readonly NamedChoice[]
  readonly option_groups: readonly { readonly name: string; readonly choices: readonly NamedChoice[] }[]
}

interface ImportedProduct {
  readonly line: number
  readonly name: string
  /** Null for a new product. */
  readonly id: string | null
  /** The argument of `import_products`; for an existing product only the filled columns. */
  readonly record: Partial<ProductRecord>
  /** Notes for the seller before the import. */
  readonly note: string | null
}

interface LineError {
  readonly line: number
  readonly message: string
}

export interface ImportPlan {
  readonly products: readonly ImportedProduct[]
  /** Lines that cannot be imported, with their errors. */
  readonly errors: readonly LineError[]
}

/** @param own the shop's products by id. A line with one of these ids changes the product; a line without an id adds one. */
export function planImport(text: string, own: ReadonlyMap<string, OwnListing>): ImportPlan {
  let rows: CsvRow[]
  try {
    // The heading, and one line too many to report the limit.
    rows = parseCsv(text, maxImportedProducts + 2)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { products: [], errors: [{ line: error.line, message: error.message }] }
  }
  const [heading, ...lines] = rows
  const names = heading ? headingsOf(heading) : []
  const refusal = refusalOf(names, lines.length)
  if (refusal !== null) return { products: [], errors: [{ line: heading?.line ?? 1, message: refusal }] }

  const products: ImportedProduct[] = []
  const errors: LineError[] = []
  const seen = new Map<string, number>()
  for (const { line, cells } of lines) {
    const read = readLine(line, names, cells, own)
    const earlier = 'id' in read && read.id !== null ? seen.get(read.id) : undefined
    if ('messages' in read) {
      for (const message of new Set(read.messages.slice(0, maxErrorsPerLine))) errors.push({ line, message })
    } else if (earlier !== undefined) {
      errors.push({ line, message: `The same product is already on line ${earlier}.` })
    } else products.push(read)
    if ('id' in read && read.id !== null) seen.set(read.id, line)
  }
  return { products, errors }
}

/** Spreadsheets leave empty columns at the end. */
function headingsOf({ cells }: CsvRow): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1).map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
}

/** Why the whole file is unreadable; null if it is readable. */
function refusalOf(names: readonly string[], lines: number): string | null {
  if (names.length === 0) return 'The file is empty.'
  if (names.length > maxHeadings) return `A file may have up to ${maxHeadings} columns.`
  const unknown = names.find((name) => name !== '' && !productHeadings.has(name))
  if (unknown !== undefined)
    return `There is no column “${shortened(unknown)}”. The columns are: ${[...productHeadings.keys()].join(', ')}.`
  const repeated = names.find((name, n) => name !== '' && names.indexOf(name) !== n)
  if (repeated !== undefined) return `The column “${repeated}” appears twice.`
  if (!names.includes('name') && !names.includes('id')) return 'A column “name” is needed.'
  if (lines === 0) return 'The file has a heading but no products.'
  return lines > maxImportedProducts
    ? `A file may have up to ${maxImportedProducts.toLocaleString('en')} products.`
    : null
}

type ReadLine = ImportedProduct | { readonly messages: readonly string[] }

function readLine(
  line: number,
  names: readonly string[],
  cells: readonly string[],
  own: ReadonlyMap<string, OwnListing>,
): ReadLine {
  if (cells.slice(names.length).some((cell) => cell.trim() !== '')) {
    return { messages: ['There are more cells than columns. Texts with commas belong in quotes.'] }
  }
  const long = names.find((_, n) => (cells[n]?.length ?? 0) > longestCell)
  if (long !== undefined) return { messages: [`${long && `${long}: `}A cell has at most 200,000 characters.`] }
  const given = new Map<string, string>()
  for (const [n, name] of names.entries()) {
    if (productHeadings.has(name)) given.set(name, readCellText(cells[n] ?? '').trim())
  }
  const id = given.get('id')?.toLowerCase() || null
  if (id === null) return newProduct(line, given)
  const listing = own.get(id)
  if (!listing) return { messages: ['Your shop has no product with this id. Leave it empty to add one.'] }
  // An existing product keeps what the line omits.
  return changedProduct(line, id, listing, new Map([...given].filter(([, text]) => text !== '')))
}

function newProduct(line: number, given: GivenCells): ReadLine {
  const { form, status, messages } = readProductCells(given)
  const checked = productForm.safeParse(form)
  if (!checked.success || messages.length > 0) return { messages: [...messages, ...errorMessagesOf(checked, form)] }
  const becomesDraft = status === 'active' && missingDeclarations(checked.data.allergens).length > 0
  const record = toProductRecord(checked.data, becomesDraft ? 'draft' : status)
  const open = unansweredChoices(checked.data)
  if (record.status === 'active' && open.length > 0) return { messages: open.map(openChoiceMessage) }
  return {
    line,
    id: null,
    name: form.name,
    record,
    note: becomesDraft ? 'Not all 14 allergens are declared: it is saved as a draft.' : null,
  }
}

function changedProduct(line: number, id: string, listing: OwnListing, given: GivenCells): ReadLine {
  const { form, status, messages } = readProductCells(given)
  // What a file does not state is kept, so the check must pass for any name and any price.
  const unstated = { ...(!given.has('name') && { name: 'Unchanged' }), ...(!given.has('price') && { price: '99999' }) }
  const checked = productForm.safeParse({ ...form, ...unstated })
  if (!checked.success || messages.length > 0) return { messages: [...messages, ...errorMessagesOf(checked, form)] }
  const record = onlyGiven(toProductRecord(checked.data, status), given)
  const isDeclared =
    record.allergens === undefined ? listing.isDeclared : missingDeclarations(record.allergens).length === 0
  const isOnSale = (record.status ?? listing.status) === 'active'
  if (isOnSale && listing.status !== 'active' && !isDeclared) {
    return { messages: ['status: All 14 allergens have to be declared before it can be on sale.'] }
  }
  // The form read the answers without the ingredients that a listing keeps.
  if (record.allergen_answers) record.allergen_answers = readAnswers(form.allergen_answers)
  const isAsked = askingColumns.some((column) => record[column] !== undefined)
  const food = foodAfter(record, listing)
  const contradiction = isAsked ? openQuestionsMessage(food) : null
  if (contradiction !== null) return { messages: [`ingredients: ${contradiction}`] }
  const open = isAsked ? unansweredChoices(food) : []
  if (isOnSale && open.length > 0) return { messages: open.map(openChoiceMessage) }
  const note =
    isOnSale && listing.isDeclared && !isDeclared
      ? 'Not all 14 allergens are declared any more: it cannot be bought until they are.'
      : null
  if (isAsked) record.unanswered_allergens = [...new Set(open.flatMap(({ keys }) => keys))]
  return { line, id, name: given.get('name') ?? '', record, note }
}

/** A line that changes one of these answers for the whole product. A list of prices does not. */
const askingColumns = ['ingredients', 'allergens', 'allergen_answers', 'variations', 'option_groups', 'status'] as const

const openChoiceMessage = ({ name, words }: UnansweredChoice) =>
  `“${shortened(name)}” mentions ${joinWithAnd(words)}. Please write contains, may contain or free from in its brackets.`

/** The food of a listing once the record is saved. A choice of the same name keeps what its cell does not state. */
function foodAfter(record: Partial<ProductRecord>, listing: OwnListing) {
  return {
    product_type: record.product_type ?? listing.product_type,
    allergens: record.allergens === undefined ? listing.allergens : record.allergens,
    allergen_answers: record.allergen_answers ?? readAnswers(listing.allergen_answers),
    ingredients: record.ingredients === undefined ? listing.ingredients : record.ingredients,
    variations: record.variations ? withSaved(record.variations, listing.variations) : listing.variations,
    option_groups:
      record.option_groups?.map(({ name, choices }) => ({
        choices: withSaved(choices, listing.option_groups.find((group) => isSameName(group.name, name))?.choices),
      })) ?? listing.option_groups,
  }
}

function withSaved(choices: readonly NamedChoice[], saved: readonly NamedChoice[] = []): NamedChoice[] {
  return choices.map((choice) => {
    const before = saved.find(({ name }) => isSameName(name, choice.name))
    return {
      name: choice.name,
      allergens: choice.allergens ?? before?.allergens,
      ingredients: choice.ingredients === undefined ? before?.ingredients : choice.ingredients,
    }
  })
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function errorMessagesOf({ error }: ReturnType<typeof productForm.safeParse>, form: ProductFormInput): string[] {
  const issues = error?.issues ?? []
  return issues.map(({ path, message }) => {
    const field = String(path[0])
    const names = namesAlong(path, form).map((name) => `“${shortened(name)}”: `)
    const heading = [...productHeadings].find(([, columns]) => columns.some((column) => column === field))?.[0] ?? field
    return `${heading}: ${names.join('')}${message}`
  })
}

/** The names of the group, choice or question that an error is about. */
function namesAlong(path: readonly PropertyKey[], form: ProductFormInput): string[] {
  const names: string[] = []
  let at: unknown = form
  for (const key of path.slice(0, -1)) {
    at = Array.isArray(at) ? at[Number(key)] : isRecord(at) ? at[String(key)] : undefined
    if (isRecord(at) && typeof at.name === 'string' && at.name !== '') names.push(at.name)
  }
  return names
}

const bespokeColumns = ['min_price', 'max_price', 'requires_consultation'] as const

function onlyGiven(record: ProductRecord, given: GivenCells): Partial<ProductRecord> {
  const wanted = new Set<string>([...given.keys()].flatMap((heading) => productHeadings.get(heading) ?? []))
  // A product that becomes standardised loses the bespoke columns.
  if (given.has('type') && record.product_type === 'standardized') for (const key of bespokeColumns) wanted.add(key)
  return Object.fromEntries(Object.entries(record).filter(([key]) => wanted.has(key)))
}
