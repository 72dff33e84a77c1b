/**
 * The fields of a product, by their columns in `products`. The form with its labels, the conversion from and to a row,
 * and the columns of a products file derive from these tables.
 */
import { z } from 'zod'
import { type Occasion, occasionLabels, occasions, readOccasion, readOccasions } from '#domain/catalogue/categories'
import type { OfferedVariation, OptionGroup, Question } from '#domain/catalogue/options'
import { type AllergenDeclaration, type AllergenKey, declarable, readAllergens } from '#domain/food/allergens'
import { type Diet, dietKeys, diets, readDiets } from '#domain/food/diets'
import { optionalPoundsField, poundsField, wholeNumberField } from '#domain/values/amounts'
import { type Pounds, poundsText } from '#domain/values/money'
import {
  charactersField,
  declarationShape,
  groupsShape,
  isOneLine,
  optional,
  questionsShape,
  shortLine,
  toGroupInput,
  toQuestionInput,
  toVariationInput,
  variationsShape,
} from './options-form.ts'
import { allergensNamed, unknownAllergen } from './product-option-cells.ts'

interface Field<Stored, Input, Value> {
  /** Names the field in notices. */
  readonly label: string
  /** Its value in the form of a new product. */
  readonly initial: Input
  /** Validates the form's value and converts it to the column's. */
  readonly schema: z.ZodType<Value, Input>
  /** Converts the column's value to the form's. */
  readonly toInput: (stored: Stored) => Input
}

interface CellField<Stored, Input, Value> extends Field<Stored, Input, Value> {
  /** Its column in a products file, if that is not named as in the database. */
  readonly heading?: string
  /** Converts a filled cell of a products file to the form's value. */
  readonly fromCell: (cell: string, report: (problem: string) => void) => Input
}

/** The database's limits. */
const highestPrice = 99_999.99

const priceMessage = 'Please enter a valid price.'
const isPrice = (pounds: number | null) => pounds === null || pounds <= highestPrice

function text<Value>(label: string, schema: z.ZodType<Value, string>): CellField<string | null, string, Value> {
  return { label, initial: '', schema, toInput: (stored) => stored ?? '', fromCell: (cell) => cell }
}

function price<Value extends number | null>(label: string, initial: string, schema: z.ZodType<Value, string>) {
  const field: CellField<Pounds | null, string, Value> = {
    label,
    initial,
    schema: schema.refine(isPrice, priceMessage),
    toInput: (stored) => (stored === null ? '' : poundsText(stored)),
    // '£1,250.00' is a common notation.
    fromCell: (cell) => cell.replace(/^£\s*/, '').replace(/,(?=\d{3}(\D|$))/g, ''),
  }
  return field
}

function wholeNumber(label: string, most: number, error: string): CellField<number, string, number> {
  const schema = wholeNumberField({ least: 0, blank: 0, message: 'Please enter a whole number.' })
  return {
    label,
    initial: '0',
    schema: schema.refine((count) => count <= most, { error }),
    toInput: String,
    fromCell: (cell) => cell,
  }
}

/** A limit of 1 to 200 characters. */
function characters(label: string, initial: string): CellField<number, string, number> {
  return { label, initial, schema: charactersField, toInput: String, fromCell: (cell) => cell }
}

const yes = /^(yes|y|true|1|x)$/i
const no = /^(no|n|false|0)$/i

function choice(label: string, initial: boolean, heading: string): CellField<boolean, boolean, boolean> {
  const fromCell = (cell: string, report: (problem: string) => void) => {
    if (!yes.test(cell) && !no.test(cell)) report('Please write yes or no.')
    return yes.test(cell)
  }
  return { label, initial, heading, schema: z.boolean(), toInput: (stored) => stored, fromCell }
}

type ProductType = 'standardized' | 'bespoke'
const productType: CellField<string, ProductType, ProductType> = {
  label: 'Product type',
  heading: 'type',
  initial: 'standardized',
  schema: z.enum(['standardized', 'bespoke']),
  toInput: (stored) => (stored === 'bespoke' ? 'bespoke' : 'standardized'),
  fromCell: (cell, report) => {
    const type = cell.toLowerCase()
    if (type !== 'standardized' && type !== 'bespoke') report('Please write standardized or bespoke.')
    return type === 'bespoke' ? 'bespoke' : 'standardized'
  },
}

const occasionList: CellField<readonly string[], readonly Occasion[], Occasion[]> = {
  label: 'Occasions',
  initial: [],
  schema: z.array(z.enum(occasions)).transform(readOccasions),
  toInput: readOccasions,
  fromCell: (cell, report) => {
    const names = cell.split(/[;,|]/).filter((name) => name.trim() !== '')
    const labelled = (name: string) =>
      occasions.find((key) => occasionLabels[key].toLowerCase() === name.trim().toLowerCase())
    const found = names.map((name) => readOccasion(name) ?? labelled(name))
    if (found.includes(undefined)) report(`Please write ${occasions.join('; ')}, or leave it empty.`)
    return readOccasions(found)
  },
}

const dietList: CellField<readonly string[], readonly Diet[], Diet[]> = {
  label: 'Diets',
  initial: [],
  schema: z.array(z.enum(dietKeys)).transform(readDiets),
  toInput: readDiets,
  fromCell: (cell, report) => {
    const names = cell
      .split(/[;,|]/)
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean)
    const found = names.map((name) => diets.find(({ key, label }) => key === name || label.toLowerCase() === name)?.key)
    if (found.includes(undefined)) report(`Please write ${dietKeys.join('; ')}, or leave it empty.`)
    return readDiets(found)
  },
}

export const readAnswers = (stored: readonly string[]): AllergenKey[] =>
  declarable.map(({ key }) => key).filter((key) => stored.includes(key))

const answerList: CellField<readonly string[], readonly AllergenKey[], AllergenKey[]> = {
  label: 'Answers about the ingredients',
  heading: 'not_in_ingredients',
  initial: [],
  schema: z.array(z.enum(declarable.map(({ key }) => key))),
  toInput: readAnswers,
  fromCell: (cell, report) => {
    const names = cell.split(/[;,|]/).map((name) => name.trim().toLowerCase())
    return names.filter(Boolean).flatMap((name) => {
      const keys = allergensNamed(name)
      if (!keys) report(unknownAllergen(name))
      return keys ?? []
    })
  },
}

/** Fields with one column in a products file, in its order. */
export const cellFields = {
  name: text(
    'Product Name',
    z
      .string()
      .trim()
      .min(2, 'Product name must be at least 2 characters.')
      .max(150, 'Product name must be at most 150 characters.')
      .refine(isOneLine, 'Product name must be on one line.'),
  ),
  product_type: productType,
  price: price('Price', '0', poundsField(priceMessage)),
  min_price: price('Minimum price', '', optionalPoundsField(priceMessage)),
  max_price: price('Maximum price', '', optionalPoundsField(priceMessage)),
  requires_consultation: choice('Requires consultation', false, 'consultation'),
  category: text(
    'Category',
    optional(
      z
        .string()
        .trim()
        .max(50, 'Category must be at most 50 characters.')
        .refine(isOneLine, 'Category must be on one line.'),
    ),
  ),
  occasions: occasionList,
  stock: wholeNumber('Stock', 1_000_000, 'Stock must be at most 1,000,000.'),
  is_made_to_order: choice('Made to order, without a stock limit', false, 'made_to_order'),
  is_personalisable: choice('Personalisation', false, 'personalisation'),
  personalisation_price: price('Price of a personalisation', '0', poundsField(priceMessage)),
  personalisation_max_length: characters('Length of the buyer’s own words', '200'),
  is_bestseller: choice('Bestseller', false, 'bestseller'),
  is_subscribable: choice('Subscriptions', false, 'subscriptions'),
  available_for_delivery: choice('Available for delivery', true, 'delivery'),
  available_for_pickup: choice('Available for pickup', false, 'pickup'),
  lead_time_days: wholeNumber('Lead time in days', 365, 'At most 365 days.'),
  net_quantity: text('Net weight or volume', shortLine(40)),
  shelf_life_days: wholeNumber('Shelf life in days', 1825, 'At most 1825 days.'),
  storage_advice: text('Storage', shortLine(120)),
  description: text(
    'Description',
    optional(z.string().trim().max(5_000, 'Description must be at most 5,000 characters.')),
  ),
  ingredients: text(
    'Ingredients',
    optional(z.string().trim().max(5_000, 'Ingredients must be at most 5,000 characters.')),
  ),
  allergen_answers: answerList,
  diets: dietList,
}

const declaration: Field<unknown, AllergenDeclaration, AllergenDeclaration | null> = {
  label: 'Allergens',
  initial: {},
  schema: declarationShape.transform((declared) => (Object.keys(declared).length > 0 ? declared : null)),
  toInput: (stored) => readAllergens(stored) ?? {},
}

const variations: Field<
  readonly OfferedVariation[],
  z.input<typeof variationsShape>,
  z.output<typeof variationsShape>
> = {
  label: 'Variations',
  initial: [],
  schema: variationsShape,
  toInput: (stored) => stored.map(toVariationInput),
}

const option_groups: Field<readonly OptionGroup[], z.input<typeof groupsShape>, z.output<typeof groupsShape>> = {
  label: 'Groups of choices',
  initial: [],
  schema: groupsShape,
  toInput: (stored) => stored.map(toGroupInput),
}

const questions: Field<readonly Question[], z.input<typeof questionsShape>, z.output<typeof questionsShape>> = {
  label: 'Questions',
  initial: [],
  schema: questionsShape,
  toInput: (stored) => stored.map(toQuestionInput),
}

/** The fields of a product, except its pictures. */
export const productFields = { ...cellFields, variations, option_groups, questions, allergens: declaration }

export type CellColumn = keyof typeof cellFields
export type ProductColumn = keyof typeof productFields

const isCellColumn = (column: string): column is CellColumn => Object.hasOwn(cellFields, column)
const isProductColumn = (column: string): column is ProductColumn => Object.hasOwn(productFields, column)
export const cellColumns = Object.keys(cellFields).filter(isCellColumn)
export const productColumns = Object.keys(productFields).filter(isProductColumn)

/** The same property of every field. */
export function ofEachField<Key extends keyof Field<unknown, unknown, unknown>>(
  key: Key,
): { [Column in ProductColumn]: (typeof productFields)[Column][Key] }
export function ofEachField(key: keyof Field<unknown, unknown, unknown>): object {
  return Object.fromEntries(Object.entries(productFields).map(([column, field]) => [column, field[key]]))
}
