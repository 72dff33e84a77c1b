/** Asks before food that does not fit is added to the basket. */
import { type Food, fitOf, reasonSentences } from '#domain/food/fit'
import type { Household } from '#domain/food/household'
import { createStore } from '#platform/create-store.ts'

/** A product that is about to be added. */
export interface WantedFood {
  readonly id: string
  readonly name: string
  readonly food: Food
}

export type FitDecision = 'all' | 'fitting' | 'none'

export interface FitQuestion {
  readonly products: readonly { readonly name: string; readonly sentences: readonly string[] }[]
  /** Others fit, so that they can be added without these. */
  readonly hasFitting: boolean
  readonly decide: (decision: FitDecision) => void
}

/** Null while nothing is asked. */
export const fitQuestion = createStore<FitQuestion | null>(null)

/** Products that were added after the question, with what was said about them. The same of a product is asked once a visit. */
const accepted = new Set<string>()

/** @returns the ids of the products that may be added */
export async function askForUnsuitable(
  household: Household,
  wanted: readonly WantedFood[],
): Promise<ReadonlySet<string>> {
  const found = wanted.flatMap((product) => {
    const { reasons, mentions, kitchen } = fitOf(household, product.food)
    const sentences = reasonSentences('This', [...reasons, ...mentions, ...kitchen])
    // Another option of the same product may have other reasons.
    const key = product.id + JSON.stringify([household, sentences])
    // What a kitchen handles differs from day to day, so it is asked each time.
    const isAsked = kitchen.length > 0 || !accepted.has(key)
    return sentences.length > 0 && isAsked ? [{ product, sentences, key }] : []
  })
  const unsuitable = [...new Map(found.map((unsuitable) => [unsuitable.key, unsuitable])).values()]
  const all = new Set(wanted.map(({ id }) => id))
  if (unsuitable.length === 0) return all
  const fitting = new Set([...all].filter((id) => !unsuitable.some(({ product }) => product.id === id)))
  const decision = await new Promise<FitDecision>((decide) =>
    fitQuestion.set({
      products: unsuitable.map(({ product, sentences }) => ({ name: product.name, sentences })),
      hasFitting: fitting.size > 0,
      decide,
    }),
  )
  fitQuestion.set(null)
  if (decision === 'none') return new Set()
  if (decision === 'fitting') return fitting
  for (const { key } of unsuitable) accepted.add(key)
  return all
}
