/** The cells of one line of a products file, converted to the product form's values. */
import { type AllergenDeclaration, allergenStates, allergens } from '#domain/food/allergens'
import { headingOf } from './product-csv.ts'
import { type CellColumn, cellColumns, cellFields } from './product-fields.ts'
import { maxPictures, type ProductFormInput, productFormDefaults } from './product-form.ts'
import { allergensNamed, readGroups, readQuestions, readVariations, unknownAllergen } from './product-option-cells.ts'
import type { ProductStatus } from './product-record.ts'

/** By heading, trimmed; absent columns are left out. */
export type GivenCells = ReadonlyMap<string, string>

export interface ReadCells {
  readonly form: ProductFormInput
  readonly status: ProductStatus
  /** Errors in cells that the form cannot hold. */
  readonly messages: readonly string[]
}

/** The database refuses control characters, except tabs and line ends in longer texts. */
const controlCharacter = /[^\P{Cc}\t\n\r]/u

export function readProductCells(given: GivenCells): ReadCells {
  const messages: string[] = []
  for (const [column, text] of given) {
    if (controlCharacter.test(text)) messages.push(`${column}: There is a character in it that cannot be printed.`)
  }
  const form = { ...productFormDefaults }
  for (const column of cellColumns) {
    const heading = headingOf(column)
    const cell = given.get(heading)
    if (cell) fill(form, column, cell, (problem) => messages.push(`${heading}: ${problem}`))
  }
  form.allergens = readDeclaration(given, messages)
  const reportIn = (heading: string) => (problem: string) => messages.push(`${heading}: ${problem}`)
  form.variations = readVariations(given.get('variations') ?? '', reportIn('variations'))
  form.option_groups = readGroups(given.get('choices') ?? '', reportIn('choices'))
  form.questions = readQuestions(given.get('questions') ?? '', reportIn('questions'))
  form.pictures = readPictures(given.get('pictures') ?? '', messages)
  // Only a bespoke product has a range.
  if (!given.get('type') && (form.min_price || form.max_price || form.requires_consultation))
    form.product_type = 'bespoke'
  return { form, status: readStatus(given.get('status') || 'active', messages), messages }
}

type Report = (problem: string) => void

const fields: {
  readonly [Column in CellColumn]: { readonly fromCell: (cell: string, report: Report) => ProductFormInput[Column] }
} = cellFields

function fill<Column extends CellColumn>(form: ProductFormInput, column: Column, cell: string, report: Report): void {
  form[column] = fields[column].fromCell(cell, report)
}

function readStatus(text: string, messages: string[]): ProductStatus {
  const status = text.toLowerCase()
  if (status === 'active' || status === 'draft' || status === 'hidden') return status
  messages.push('status: Please write active, draft or hidden.')
  return 'draft'
}

const columnOfState = { contains: 'contains', may_contain: 'may_contain', free: 'free_from' } as const

/** More errors of a line are not shown. */
export const maxErrorsPerLine = 10

/** What sellers write for an empty cell. */
const noneWords = new Set(['none', 'nothing', 'no', 'n/a', '-', '–', '0', 'no allergens'])

function readDeclaration(given: GivenCells, messages: string[]): AllergenDeclaration {
  const declaration: AllergenDeclaration = {}
  for (const state of allergenStates) {
    const column = columnOfState[state]
    for (const name of (given.get(column) ?? '').split(/[;,|]/).map((part) => part.trim().toLowerCase())) {
      if (messages.length >= maxErrorsPerLine) break
      if (name === '' || noneWords.has(name)) continue
      if (state === 'free' && name === 'all others') {
        for (const { key } of allergens) declaration[key] ??= 'free'
        continue
      }
      const keys = allergensNamed(name)
      if (!keys) messages.push(`${column}: ${unknownAllergen(name)}`)
      else if (keys.some((key) => declaration[key])) messages.push(`${column}: “${name}” is declared twice.`)
      else for (const key of keys) declaration[key] = state
    }
  }
  return withParents(declaration)
}

/** Wheat implies gluten. */
function withParents(declaration: AllergenDeclaration): AllergenDeclaration {
  for (const { key, kinds } of allergens) {
    const states = kinds.map((kind) => declaration[kind.key])
    const implied = (['contains', 'may_contain'] as const).find((state) => states.includes(state))
    if (implied && (declaration[key] === undefined || declaration[key] === 'free')) declaration[key] = implied
  }
  return declaration
}

const storedPicture = /^product_images\/[^\s<>"'\\]+$/

function readPictures(text: string, messages: string[]): string[] {
  const pictures = text.split(/\s+/).filter((part) => part !== '')
  for (const picture of pictures.slice(0, maxPictures)) {
    if (!storedPicture.test(picture) && !/^https?:\/\/[^\s<>"'\\]+$/.test(picture)) {
      messages.push('pictures: Please enter a valid URL.')
    }
  }
  return pictures.slice(0, maxPictures + 1)
}
