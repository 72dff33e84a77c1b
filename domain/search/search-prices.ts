/** Prices in a search: 'under £20', '£10-£20', 'at least 5 pounds', '£15 or less'. */
import { continues, type Found, findPhrase, phraseMap, type Token } from './search-tokens.ts'

/** In pounds. */
export interface SaidPrice {
  readonly min: number | null
  readonly max: number | null
}

type Bound = 'max' | 'min' | 'about'
const before = phraseMap<Bound>([
  ['max', 'under, below, less than, up to, at most, no more than, not more than, cheaper than, max, maximum, <'],
  ['min', 'over, above, more than, at least, no less than, from, min, minimum, starting at, >'],
  ['about', 'about, around, roughly, approx, approximately'],
])
const after = phraseMap<Bound>([
  ['max', 'or less, or under, or below, max, maximum, tops, budget, limit'],
  ['min', 'or more, or over, or above, plus, min, minimum, upwards'],
])
const joints = new Set(['to', 'and'])

interface Amount extends Found<number> {
  readonly hasCurrency: boolean
}

export function findPrice(tokens: readonly Token[], from: number): Found<SaidPrice> | null {
  return findRange(tokens, from) ?? findBound(tokens, from)
}

/** 'between £10 and £20', '£10-£20', '10 to 20 pounds'. */
function findRange(tokens: readonly Token[], from: number): Found<SaidPrice> | null {
  const opening = ['between', 'from'].includes(tokens[from]?.text ?? '') && continues(tokens[from + 1]) ? 1 : 0
  const low = readAmount(tokens, from + opening)
  if (!low) return null
  const end = from + opening + low.length
  const token = tokens[end]
  if (!continues(token)) return null
  const joint = joints.has(token.text) ? 1 : token.gap.trim() === '-' ? 0 : null
  if (joint === null || (joint === 1 && !continues(tokens[end + 1]))) return null
  const high = readAmount(tokens, end + joint)
  if (!high || !(low.hasCurrency || high.hasCurrency)) return null
  const [min, max] = [low.meaning, high.meaning].sort((one, other) => one - other)
  return { meaning: { min: min ?? null, max: max ?? null }, length: opening + low.length + joint + high.length }
}

function findBound(tokens: readonly Token[], from: number): Found<SaidPrice> | null {
  const opening = findPhrase(tokens, from, before)
  const start = from + (opening?.length ?? 0)
  if (opening && !continues(tokens[start])) return null
  const amount = readAmount(tokens, start)
  if (!amount) return null
  const end = start + amount.length
  // Without a currency, 'over 18' and 'under 20 minutes' are not prices.
  if (!amount.hasCurrency && (opening?.meaning !== 'max' || hasOtherUnit(tokens[end]))) return null
  const closing = opening || !continues(tokens[end]) ? null : findPhrase(tokens, end, after)
  const bound = opening?.meaning ?? closing?.meaning ?? 'max'
  const length = end - from + (closing?.length ?? 0)
  return { meaning: bounds(bound, amount.meaning), length }
}

const otherUnits = new Set(
  'minutes minute mins min hours hour days weeks years people guests adults kids calories kcal cals grams g kg ml inches inch cm pieces ingredients miles servings portions slices of'.split(
    ' ',
  ),
)

function hasOtherUnit(token: Token | undefined): boolean {
  return continues(token) && otherUnits.has(token.text)
}

function bounds(bound: Bound, pounds: number): SaidPrice {
  if (bound === 'max') return { min: null, max: pounds }
  if (bound === 'min') return { min: pounds, max: null }
  return { min: rounded(pounds * 0.8), max: rounded(pounds * 1.2) }
}

function rounded(pounds: number): number {
  return Math.round(pounds * 100) / 100
}

const number = /^(\d{1,3}(?:,\d{3})+|\d{1,6})(\.\d{1,2})?(pounds|quid|gbp|p)?$/
const currencies = new Set(['£', 'pounds', 'quid', 'gbp'])

function readAmount(tokens: readonly Token[], from: number): Amount | null {
  const sign = tokens[from]?.text === '£' ? 1 : 0
  const token = tokens[from + sign]
  if (!token || token.isQuoted || (sign === 1 && !continues(token))) return null
  const [, whole, fraction = '', suffix] = number.exec(token.text) ?? []
  if (whole === undefined) return null
  const pounds = Number(whole.replaceAll(',', '') + fraction)
  const next = tokens[from + sign + 1]
  const unit = sign === 0 && suffix === undefined && continues(next) && currencies.has(next.text) ? 1 : 0
  // '2 pounds of fudge' is a weight.
  const following = tokens[from + sign + 1 + unit]
  const isWeight = (unit === 1 || suffix === 'pounds') && continues(following) && following.text === 'of'
  if (isWeight) return null
  return {
    meaning: suffix === 'p' ? rounded(pounds / 100) : pounds,
    length: sign + 1 + unit,
    hasCurrency: sign + unit > 0 || suffix !== undefined,
  }
}
