/** The choices and questions of a product in its form. */
import { z } from 'zod'
import type { OfferedChoice, OfferedVariation, OptionGroup, Question } from '#domain/catalogue/options'
import { allergenStates, declarable } from '#domain/food/allergens'
import {
  type ChoiceAllergens,
  choiceStates,
  readAddedAllergens,
  readChoiceAllergens,
  withChoice,
} from '#domain/food/choice-allergens'
import { poundsField, signedPoundsField, wholeNumberField } from '#domain/values/amounts'
import { poundsText } from '#domain/values/money'

/** The database's limits. */
export const maxVariations = 50
export const maxGroups = 10
export const maxChoices = 30
export const maxQuestions = 10
const maxStock = 1_000_000

/** The database's rule, because mail headers, file names and CSV contain the text. */
export const isOneLine = (text: string) => !/\p{Cc}/u.test(text)

function nameOf(what: string) {
  return z
    .string()
    .trim()
    .min(1, `Please name this ${what}.`)
    .max(60, `A ${what}’s name has at most 60 characters.`)
    .refine(isOneLine, `A ${what}’s name must be on one line.`)
}

const amountMessage = 'Please enter an amount, such as 4.50 or -2.'
const priceMessage = 'Please enter an amount, such as 2 or 1.50.'
const countMessage = 'Please enter a whole number.'

export const charactersField = wholeNumberField({
  least: 1,
  blank: 200,
  message: 'Please enter a number from 1 to 200.',
}).refine((count) => count <= 200, 'Please enter a number from 1 to 200.')

/** Empty for a choice without a stock of its own. */
const stockShape = z
  .string()
  .trim()
  .refine((text) => text === '' || (/^\d{1,7}$/.test(text) && Number(text) <= maxStock), countMessage)
  .transform((text) => (text === '' ? null : Number(text)))

/** Accepts what `products.allergens` accepts. */
export const declarationShape = z.partialRecord(z.enum(declarable.map(({ key }) => key)), z.enum(allergenStates))
/** Walnut implies tree nuts. */
const choiceAllergensShape = z
  .partialRecord(z.enum(declarable.map(({ key }) => key)), z.enum(choiceStates))
  .transform((stated): ChoiceAllergens => ({ ...stated, ...withChoice({}, readAddedAllergens(stated)) }))

export const optional = (schema: z.ZodType<string, string>) => schema.transform((text) => text || null)

export const shortLine = (most: number) =>
  optional(z.string().trim().max(most, `At most ${most} characters.`).refine(isOneLine, 'Please write it on one line.'))

/** A choice in a products file keeps what the file does not state of it. */
const variationShape = z.object({
  name: nameOf('variation'),
  price_delta: signedPoundsField(amountMessage),
  stock: stockShape.optional(),
  allergens: choiceAllergensShape.optional(),
  ingredients: shortLine(2_000).optional(),
  replaces: shortLine(500).optional(),
  net_quantity: shortLine(40).optional(),
})

export const variationsShape = z
  .array(variationShape)
  .max(maxVariations, `A product can have up to ${maxVariations} variations.`)

const choiceShape = variationShape.extend({ id: z.string().optional(), name: nameOf('choice') })

const groupShape = z.object({
  id: z.string().optional(),
  name: nameOf('group'),
  is_required: z.boolean(),
  max_choices: wholeNumberField({ least: 1, blank: 1, message: countMessage }).refine(
    (count) => count <= maxChoices,
    `At most ${maxChoices}.`,
  ),
  choices: z
    .array(choiceShape)
    .min(1, 'Please add a choice.')
    .max(maxChoices, `A group can have up to ${maxChoices} choices.`),
})

export const groupsShape = z
  .array(groupShape)
  .max(maxGroups, `A product can have up to ${maxGroups} groups of choices.`)

const questionShape = z.object({
  id: z.string().optional(),
  name: nameOf('question'),
  is_required: z.boolean(),
  max_length: charactersField,
  price: poundsField(priceMessage).refine((pounds) => pounds < 1_000, priceMessage),
})

export const questionsShape = z
  .array(questionShape)
  .max(maxQuestions, `A product can have up to ${maxQuestions} questions.`)

export type VariationInput = z.input<typeof variationShape>
export type ChoiceInput = z.input<typeof choiceShape>
export type GroupInput = z.input<typeof groupShape>
export type QuestionInput = z.input<typeof questionShape>

export function toVariationInput({ name, price_delta, stock, ...food }: OfferedVariation) {
  return {
    name,
    price_delta: poundsText(price_delta),
    stock: stock === null ? '' : String(stock),
    allergens: readChoiceAllergens(food.allergens),
    ingredients: food.ingredients ?? '',
    replaces: food.replaces ?? '',
    net_quantity: food.net_quantity ?? '',
  } satisfies VariationInput
}

function toChoiceInput(choice: OfferedChoice): ChoiceInput {
  return { id: choice.id, ...toVariationInput(choice) }
}

export function toGroupInput({ id, name, is_required, max_choices, choices }: OptionGroup): GroupInput {
  return { id, name, is_required, max_choices: String(max_choices), choices: choices.map(toChoiceInput) }
}

export function toQuestionInput({ id, name, is_required, max_length, price }: Question): QuestionInput {
  return { id, name, is_required, max_length: String(max_length), price: poundsText(price) }
}

export const newChoice: ChoiceInput = {
  name: '',
  price_delta: '',
  stock: '',
  allergens: {},
  ingredients: '',
  replaces: '',
  net_quantity: '',
}
export const newGroup: GroupInput = { name: '', is_required: true, max_choices: '1', choices: [newChoice] }
export const newQuestion: QuestionInput = { name: '', is_required: false, max_length: '30', price: '0' }
