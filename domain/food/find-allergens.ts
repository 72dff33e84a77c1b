/** Finds the words of a text that mean allergens, and the legal names that they lack. A reading aid: only the declaration counts. */
import { deniedIn } from './denied-allergens.ts'
import { ListedIngredients } from './listed-ingredients.ts'
import { tracesIn } from './trace-statements.ts'
import {
  type AllergenWord,
  bread,
  breads,
  butters,
  type Candidate,
  cereals,
  dairy,
  entryOf,
  type Found,
  findEntry,
  flours,
  fold,
  grain,
  isHeadOf,
  isIn,
  kindsOfBase,
  mayBegin,
  mostWords,
  plants,
  type Token,
  tokenise,
} from './vocabulary.ts'

/** The names of Annex II, which a label must have. Cheese, butter, cream and yoghurt are clear as they are. */
const legalNames: Readonly<Record<AllergenWord, { readonly name: string; readonly said: RegExp }>> = {
  celery: { name: 'celery', said: /celery/ },
  gluten: { name: 'gluten', said: /./ },
  wheat: { name: 'wheat', said: /wheat/ },
  rye: { name: 'rye', said: /\brye/ },
  barley: { name: 'barley', said: /barley/ },
  oats: { name: 'oats', said: /\boat/ },
  spelt: { name: 'wheat', said: /wheat/ },
  crustaceans: { name: 'crustaceans', said: /crustacean/ },
  eggs: { name: 'eggs', said: /egg/ },
  fish: { name: 'fish', said: /fish/ },
  lupin: { name: 'lupin', said: /lupin/ },
  milk: { name: 'milk', said: /milk|dairy|butter(?!scotch)|cream|cheese|yog/ },
  molluscs: { name: 'molluscs', said: /mollus[ck]/ },
  mustard: { name: 'mustard', said: /mustard/ },
  nuts: { name: 'nuts', said: /nuts?\b/ },
  almond: { name: 'almonds', said: /almond/ },
  hazelnut: { name: 'hazelnuts', said: /hazelnut/ },
  walnut: { name: 'walnuts', said: /walnut/ },
  brazil: { name: 'Brazil nuts', said: /brazil/ },
  cashew: { name: 'cashews', said: /cashew/ },
  pecan: { name: 'pecans', said: /pecan/ },
  pistachio: { name: 'pistachios', said: /pistachio/ },
  macadamia: { name: 'macadamia nuts', said: /macadamia|queensland/ },
  peanuts: { name: 'peanuts', said: /peanut/ },
  sesame: { name: 'sesame', said: /sesame/ },
  soya: { name: 'soya', said: /\bsoy/ },
  sulphites: { name: 'sulphites', said: /sul(?:ph|f)ite|sul(?:ph|f)ur dioxide/ },
}

/** A word of a text that means allergens. */
export interface AllergenMatch {
  readonly start: number
  readonly end: number
  readonly means: readonly AllergenWord[]
  /** In a statement such as 'may contain traces of nuts'. */
  readonly isTrace: boolean
  /** The legal names that neither the word nor the ingredient around it says: 'sesame' for 'tahini'. */
  readonly unsaid: readonly { readonly key: AllergenWord; readonly name: string }[]
}

/**
 * The words of a text that mean allergens. A food's text means what is in the food, not 'dairy-free spread', 'no nuts'.
 * A buyer's text is about what it denies, too.
 */
export function findAllergens(text: string, of: 'food' | 'wishes' = 'food'): AllergenMatch[] {
  const folded = fold(text)
  const tokens = tokenise(folded)
  const candidates = findCandidates(tokens)
  const denied = of === 'food' ? deniedIn(tokens, candidates) : () => false
  const isTraced = tracesIn(folded)
  const items = new ListedIngredients(folded)
  return candidates.flatMap((candidate) => {
    const means = candidate.means.filter((key) => !denied(candidate, key))
    const start = tokens[candidate.from]?.start ?? 0
    const end = tokens[candidate.to - 1]?.end ?? 0
    if (means.length === 0) return []
    const isTrace = isTraced(start)
    const item = items.around(start, end)
    const unsaid = means.flatMap((key) =>
      legalNames[key].said.test(item) ? [] : [{ key, name: legalNames[key].name }],
    )
    return [{ start, end, means, isTrace, unsaid }]
  })
}

function wordsAt(tokens: readonly Token[], from: number): string[] {
  const first = tokens[from]?.word ?? ''
  const words = [first]
  if (!mayBegin(first)) return words
  while (words.length < mostWords && tokens[from + words.length]?.continues)
    words.push(tokens[from + words.length]?.word ?? '')
  return words
}

function findCandidates(tokens: readonly Token[]): Candidate[] {
  const found: Candidate[] = []
  for (let from = 0; from < tokens.length; ) {
    const entry = findEntry(wordsAt(tokens, from))
    if (!entry) {
      from += 1
      continue
    }
    const to = from + entry.length
    const last = found.at(-1)
    if (last && isOfBase(tokens, from, entry, last)) found[found.length - 1] = { ...last, to }
    else if (isOfOther(tokens, from, entry)) found.push({ ...entry, means: [], from, to })
    else found.push({ ...entry, from, to })
    from = to
  }
  return found
}

/** Whether a head belongs to the name before: 'oat milk', 'rye flour', 'cashew nuts', 'coconut milk yogurt'. */
function isOfBase(tokens: readonly Token[], from: number, { key }: Found, base: Candidate): boolean {
  if (base.to !== from || !tokens[from]?.continues) return baseIsNear(tokens, from, base) && isHeadOf(key, base)
  return isHeadOf(key, base) || (key === 'roe' && base.means.some((one) => one === 'crustaceans' || one === 'molluscs'))
}

function baseIsNear(tokens: readonly Token[], from: number, base: Candidate): boolean {
  if (from - base.to > 2 || from <= base.to) return false
  return tokens
    .slice(base.to, from + 1)
    .every(({ word, continues }, n) => continues && (n === from - base.to || kindsOfBase.has(word)))
}

/** 'Rice flour', 'cocoa butter', 'coconut milk', where the word before is no entry. */
function isOfOther(tokens: readonly Token[], from: number, { key, means, isDish }: Found): boolean {
  let at = from - 1
  for (
    let skipped = 0;
    skipped < 2 && tokens[at + 1]?.continues && kindsOfBase.has(tokens[at]?.word ?? '');
    skipped += 1
  )
    at -= 1
  const base = tokens[at + 1]?.continues ? tokens[at]?.word : undefined
  const next = tokens[from + 1]
  if (/^(?:malted|wholemeal|wholegrain|graham)$/.test(key) && next?.continues) {
    const following = tokens.slice(from + 1, from + 4).findIndex(({ continues }) => !continues)
    const near = tokens.slice(from + 1, from + 1 + (following < 0 ? 3 : following))
    if (
      near.some(
        ({ word }) =>
          flours.has(word) ||
          (entryOf(word)?.means ?? []).some((one) => one !== 'gluten' && cereals.includes(one) && word !== 'flour'),
      )
    )
      return true
  }
  if (isIn(dairy, key) && isIn(plants, base)) return true
  if (key === 'butter' && isIn(butters, base)) return true
  if (isIn(flours, base) && (grain.has(key) || (isIn(breads, base) && bread.has(key)))) return true
  // 'Flour (rice, tapioca)'.
  return (
    means.includes('wheat') &&
    (key === 'flour' || isDish) &&
    next !== undefined &&
    !next.continues &&
    key === 'flour' &&
    isIn(flours, next.word)
  )
}
