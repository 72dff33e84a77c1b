/** The words of a search that exclude something, also misspelt: 'without', 'cannot eat', 'free'. */
import { isMisspellingOf } from '../values/misspelling.ts'
import { type Found, findPhrase, phraseMap, remembered, type Token } from './search-tokens.ts'

/** What comes before the food that is left out. */
const exclusions = phraseMap([
  ['', 'no, non, not, without, with out, w o, w out, minus, zero, avoid, avoiding, exclude, excluding, except'],
  ['', 'contains no, does not contain, doesnt contain, do not contain, dont contain, isnt containing, not contain'],
  [
    '',
    'not containing, nothing containing, nothing with, not with, not made with, isnt made with, made without, not suitable for',
  ],
  ['', 'cant eat, cannot eat, can not eat, cant have, cannot have, can not have, dont eat, doesnt eat, does not eat'],
  ['', 'do not eat, dont want, do not want, does not have, doesnt have, do not have, dont have, leave out'],
  ['', 'free from, free of, free from all, free of all, avoid all, allergic to, allergic to all, allergy to'],
  ['', 'allergies to, intolerant to, intolerant of, intolerance to, sensitive to, reacts to, react to'],
  ['', 'no added, no traces of, anything but, other than'],
])
/** 'Allergies: nuts'. */
const allergyWords = phraseMap([['', 'allergy, allergies, allergic, intolerant, intolerance']])
/** What follows the food. A kitchen that is 'nut safe' or 'nut friendly' is meant to be safe from nuts. */
const endings = phraseMap([
  ['', 'free, less, allergy, allergies, allergic, intolerant, intolerance, sensitive, sensitivity, safe, friendly'],
])

const misspellable = ['without', 'free', 'allergy', 'allergies', 'allergic', 'intolerant', 'intolerance']

const findIn = (phrases: ReadonlyMap<string, string>) =>
  remembered<Found<string> | null>(
    (tokens, from) => findPhrase(tokens, from, phrases) ?? findPhrase(spelt(tokens.slice(from, from + 4)), 0, phrases),
  )

export const findExclusion = findIn(exclusions)
export const findAllergyWord = findIn(allergyWords)
export const findEnding = findIn(endings)

function spelt(tokens: readonly Token[]): Token[] {
  return tokens.map((token) => ({ ...token, text: correctedWord(token.text) }))
}

/** 'Withuot' is 'without'. A tree is a tree. */
function correctedWord(typed: string): string {
  if (typed === 'tree') return typed
  return misspellable.includes(typed) ? typed : (misspellable.find((word) => isMisspellingOf(typed, word)) ?? typed)
}
