/**
 * Variations, groups of choices and questions in the cells of a products file:
 *
 *     6 inch: 0.00 | 8 inch: 9.50 [stock 4; contains walnut; may contain milk]
 *     Topping [optional; at most 2] = Walnuts: 1.50 [contains walnut] | Cherries: 1.00
 *     Message: 2.00 [required; 30 characters]
 *
 * Each group has a line of its own. Texts may contain any character: those that separate are escaped by a backslash.
 * Brackets also state what a choice takes away, replaces and weighs, and its ingredients.
 */
import { type AllergenDeclaration, type AllergenKey, declarable } from '#domain/food/allergens'
import type { ChoiceAllergens, ChoiceState } from '#domain/food/choice-allergens'
import { knownFoods, meaningOf } from '#domain/food/vocabulary'
import { editDistance } from '#domain/values/misspelling'
import {
  type ChoiceInput,
  type GroupInput,
  maxChoices,
  maxGroups,
  maxQuestions,
  maxVariations,
  newGroup,
  newQuestion,
  type QuestionInput,
  type VariationInput,
} from './options-form.ts'

type Report = (problem: string) => void

const keysByName = new Map<string, AllergenKey>(
  declarable.flatMap(({ key, label }) => [[key, key] as const, [label.toLowerCase(), key]]),
)

/**
 * The allergens that a name in a cell means: a key, a label or a word of the vocabulary. Null if it is unknown.
 *
 * @param name in lower case
 */
export function allergensNamed(name: string): readonly AllergenKey[] | null {
  const key = keysByName.get(name)
  return key ? [key] : meaningOf(name)
}

const knownNames = [...new Set([...keysByName.keys(), ...knownFoods])]

/** What to tell the seller of an unknown name, with the known ones that are spelt alike. */
export function unknownAllergen(name: string): string {
  const unknown = `“${shortened(name)}” is none of the 14 allergens.`
  const nearest = knownNames
    // A file may have many unknown names, and few are misspelt at their start.
    .filter((known) => known.charAt(0) === name.charAt(0) && Math.abs(known.length - name.length) < 5)
    .map((known) => ({ known, distance: editDistance(name, known) }))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ known }) => known)
  if (nearest.length > 0) return `${unknown} The nearest known words are ${nearest.join(', ')}.`
  return `${unknown} Known words are, for example, milk, wheat and walnut.`
}

export const allergensIn = (declaration: AllergenDeclaration, state: string): readonly AllergenKey[] =>
  declarable.flatMap(({ key }) => (declaration[key] === state ? [key] : []))

const escaped = (text: string) => text.replace(/[\\|[\];=]/g, '\\$&')
const inBrackets = (parts: readonly (string | false)[]) => {
  const given = parts.filter((part) => part !== false)
  return given.length === 0 ? '' : ` [${given.join('; ')}]`
}

export const writeChoices = (choices: readonly (VariationInput | ChoiceInput)[]): string =>
  choices.map(writeChoice).join(' | ')

/** What brackets say of an allergen. */
const allergenPhrases: readonly (readonly [phrase: string, state: ChoiceState])[] = [
  ['contains', 'contains'],
  ['may contain', 'may_contain'],
  ['takes away', 'removed'],
  ['free from', 'free'],
]
const textPhrases = [
  ['replaces', 'replaces'],
  ['net', 'net_quantity'],
  ['ingredients', 'ingredients'],
] as const

function writeChoice({ name, price_delta, stock, allergens: stated = {}, ...texts }: VariationInput): string {
  const details = inBrackets([
    stock ? `stock ${stock}` : false,
    ...allergenPhrases.map(([phrase, state]) => {
      const keys = declarable.flatMap(({ key }) => (stated[key] === state ? [key] : []))
      return keys.length > 0 && `${phrase} ${keys.join(', ')}`
    }),
    ...textPhrases.map(([phrase, field]) => {
      const text = texts[field]
      return text ? `${phrase} ${escaped(text)}` : false
    }),
  ])
  return `${escaped(name)}: ${price_delta}${details}`
}

export const writeGroups = (groups: readonly GroupInput[]): string => groups.map(writeGroup).join('\n')

function writeGroup({ name, is_required, max_choices, choices }: GroupInput): string {
  const rules = inBrackets([!is_required && 'optional', max_choices !== '1' && `at most ${max_choices}`])
  return `${escaped(name)}${rules} = ${writeChoices(choices)}`
}

export const writeQuestions = (questions: readonly QuestionInput[]): string =>
  questions
    .map(({ name, price, is_required, max_length }) => {
      const rules = inBrackets([is_required && 'required', `${max_length} characters`])
      return `${escaped(name)}: ${price}${rules}`
    })
    .join(' | ')

/** One more than allowed is read, so that the form reports it. */
export const readVariations = (text: string, report: Report): VariationInput[] =>
  readList(text, maxVariations).map((part) => readChoice(part, report))

/** A choice keeps the stock and the food that it has, unless the cell states others. */
function readChoice(text: string, report: Report): VariationInput {
  const { price, details, ...named } = readPriced(text)
  const choice: VariationInput = { ...named, price_delta: price }
  const stated: ChoiceAllergens = {}
  for (const detail of details) {
    const [, stock] = /^stock (.*)$/i.exec(detail) ?? []
    const allergenPhrase = allergenPhrases.find(([phrase]) => startsWith(detail, phrase))
    const textPhrase = textPhrases.find(([phrase]) => startsWith(detail, phrase))
    if (stock !== undefined) choice.stock = stock
    else if (/^no stock limit$/i.test(detail)) choice.stock = ''
    else if (/^no allergens$/i.test(detail)) choice.allergens = stated
    else if (/^no net quantity$/i.test(detail)) choice.net_quantity = ''
    else if (/^no ingredients$/i.test(detail)) Object.assign(choice, { ingredients: '', replaces: '' })
    else if (textPhrase) choice[textPhrase[1]] = unescaped(detail.slice(textPhrase[0].length))
    else if (allergenPhrase) {
      const [phrase, state] = allergenPhrase
      choice.allergens = stated
      for (const name of detail.slice(phrase.length).split(',')) add(stated, name.trim().toLowerCase(), state, report)
    } else report(`Please write stock, contains, may contain, takes away or free from, not “${shortened(detail)}”.`)
  }
  return choice
}

const startsWith = (detail: string, phrase: string) => detail.toLowerCase().startsWith(`${phrase} `)

function add(stated: ChoiceAllergens, name: string, state: ChoiceState, report: Report): void {
  const keys = allergensNamed(name)
  if (!keys) report(unknownAllergen(name))
  else if (keys.some((key) => stated[key])) report(`“${name}” is stated twice.`)
  else for (const key of keys) stated[key] = state
}

export function readGroups(text: string, report: Report): GroupInput[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  return lines.slice(0, maxGroups + 1).flatMap((line) => {
    const [, head = '', choices = ''] = /^((?:\\.|[^\\=])*)=(.*)$/.exec(line) ?? []
    if (head === '') {
      report(
        `Please write “Topping = Walnuts: 1.50 | Cherries: 1”, each group on its own line, not “${shortened(line)}”.`,
      )
      return []
    }
    const { rest, details } = splitDetails(head)
    const group: GroupInput = {
      ...newGroup,
      name: unescaped(rest),
      choices: readList(choices, maxChoices).map((part) => readChoice(part, report)),
    }
    for (const detail of details) {
      const [, most] = /^at most (.*)$/i.exec(detail) ?? []
      if (most !== undefined) group.max_choices = most
      else if (/^(optional|required)$/i.test(detail)) group.is_required = /^required$/i.test(detail)
      else report(`Please write optional or at most, not “${shortened(detail)}”.`)
    }
    return [group]
  })
}

export function readQuestions(text: string, report: Report): QuestionInput[] {
  return readList(text, maxQuestions).map((part) => {
    const { name, price, details } = readPriced(part)
    const question: QuestionInput = { ...newQuestion, name, price }
    for (const detail of details) {
      const [, length] = /^(?:at most )?(.*?) ?characters?$/i.exec(detail) ?? []
      if (length !== undefined) question.max_length = length
      else if (/^(optional|required)$/i.test(detail)) question.is_required = /^required$/i.test(detail)
      else report(`Please write required or a number of characters, not “${shortened(detail)}”.`)
    }
    return question
  })
}

const listed = /(?:\\.|[^\\|]|\\$)+/gs

function readList(text: string, most: number): string[] {
  const parts = (text.match(listed) ?? []).map((part) => part.trim()).filter((part) => part !== '')
  return parts.slice(0, most + 1)
}

const amount = /^[+-]?[\d.]*$/

/** The last ':' separates a name from its price. A name may contain others, and needs no price. */
function readPriced(text: string) {
  const { rest, details } = splitDetails(text)
  const colon = rest.lastIndexOf(':')
  const price = rest
    .slice(colon + 1)
    .trim()
    .replace(/^([+-]?)£/, '$1')
  const isPriced = colon > 0 && amount.test(price)
  return { name: unescaped(isPriced ? rest.slice(0, colon) : rest), price: isPriced ? price : '', details }
}

/** 'Walnuts: 1.50 [stock 5; contains walnut]' without the brackets, and what they contain. */
function splitDetails(text: string): { rest: string; details: readonly string[] } {
  const whole = text.trim()
  const marks = [...whole.matchAll(/\\.|./gs)].map(([mark]) => mark)
  const open = marks.at(-1) === ']' ? marks.lastIndexOf('[') : -1
  if (open < 0) return { rest: whole, details: [] }
  const inside = marks.slice(open + 1, -1).join('')
  const details = (inside.match(/(?:\\.|[^\\;]|\\$)+/gs) ?? []).map((detail) => detail.trim().replace(/\s+/g, ' '))
  return { rest: marks.slice(0, open).join('').trim(), details: details.filter((detail) => detail !== '') }
}

const unescaped = (name: string) => name.trim().replace(/\\(.)/gs, '$1')

/** A cell's text, shortened to fit a sentence. */
export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
