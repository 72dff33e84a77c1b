/** Asks before food that does not fit is added to the basket. */
import { type Food, fitOf, reasonSentences } from '#domain/fit'
import type { Household } from '#domain/household'
import { createStore } from '#platform/create-store.ts'

/** A product that is about to be added. */
export interface Wanted {
  readonly id: string
  readonly name: string
  readonly food: Food
}

export type Decision = 'all' | 'fitting' | 'none'

export interface FitQuestion {
  readonly products: readonly { readonly name: string; readonly sentences: readonly string[] }[]
  /** Others fit, so that they can be added without these. */
  readonly hasFitting: boolean
  readonly decide: (decision: Decision) => void
}

/** Null while nothing is asked. */
export const fitQuestion = createStore<FitQuestion | null>(null)

/** Products that were added after the question, for these people. Each is asked about once a visit. */
const accepted = new Set<string>()

/** @returns the ids of the products that may be added */
export async function askForMisfits(household: Household, wanted: readonly Wanted[]): Promise<ReadonlySet<string>> {
  const keyOf = ({ id }: Wanted) => id + JSON.stringify(household)
  const misfits = [...new Map(wanted.map((product) => [product.id, product])).values()].flatMap((product) => {
    const { reasons, mentions } = fitOf(household, product.food)
    const sentences = reasonSentences('This', [...reasons, ...mentions])
    return sentences.length > 0 && !accepted.has(keyOf(product)) ? [{ product, sentences }] : []
  })
  const all = new Set(wanted.map(({ id }) => id))
  if (misfits.length === 0) return all
  const fitting = new Set([...all].filter((id) => !misfits.some(({ product }) => product.id === id)))
  const decision = await new Promise<Decision>((decide) =>
    fitQuestion.set({
      products: misfits.map(({ product, sentences }) => ({ name: product.name, sentences })),
      hasFitting: fitting.size > 0,
      decide,
    }),
  )
  fitQuestion.set(null)
  if (decision === 'none') return new Set()
  if (decision === 'fitting') return fitting
  for (const { product } of misfits) accepted.add(keyOf(product))
  return all
}
