/**
 * How a declaration differs from an earlier one, in words. The database writes the same sentences into notifications
 * (`private.allergen_change_text`), and a test compares the two.
 */

import { joinWithAnd } from '../values/join-with-and.ts'
import { type Allergen, type AllergenDeclaration, type AllergenState, allergenGroups, allergens } from './allergens.ts'

/** An allergen that is stated without a kind, or one of its kinds. */
interface Subject {
  readonly allergen: Allergen
  readonly isKind: boolean
  readonly name: string
}

const subjects: readonly Subject[] = allergens.flatMap(({ key, label, kinds }) => [
  { allergen: key, isKind: false, name: label.toLowerCase() },
  ...kinds.map((kind) => ({ allergen: key, isKind: true, name: kind.label.toLowerCase() })),
])

interface Compared extends Subject {
  readonly was: AllergenState | undefined
  readonly isNow: AllergenState | undefined
}

/** What a declaration states, by name. Two declarations that state the same have equal entries. */
function statedIn(declaration: AllergenDeclaration | null): ReadonlyMap<string, AllergenState> {
  const { contains, may_contain, free } = allergenGroups(declaration)
  const entries = (state: AllergenState, groups: typeof free) =>
    groups.flatMap(({ label, kinds }) =>
      (kinds.length > 0 ? kinds : [label.toLowerCase()]).map((name) => [name, state] as const),
    )
  return new Map([...entries('contains', contains), ...entries('may_contain', may_contain), ...entries('free', free)])
}

const isPresent = (state: AllergenState | undefined) => state === 'contains' || state === 'may_contain'
const isNew = ({ was, isNow }: Compared) => isPresent(isNow) && isNow !== was

type Change = 'contains' | 'may_contain' | 'undeclared' | 'unlisted' | 'free'

function changeOf(one: Compared, sameAllergen: readonly Compared[]): Change | null {
  const { was, isNow, isKind } = one
  const wasDeclared = sameAllergen.some((other) => other.was !== undefined)
  const isDeclared = sameAllergen.some((other) => other.isNow !== undefined)
  if (isNew(one)) return isNow === 'contains' ? 'contains' : 'may_contain'
  // 'May now contain walnut' replaces 'may contain tree nuts', and the reverse.
  const isReplaced = sameAllergen.some((other) => other.isKind !== isKind && isNew(other))
  if (isPresent(was) && !isPresent(isNow) && isDeclared && !isReplaced) return 'unlisted'
  if (!isKind && wasDeclared && !isDeclared) return 'undeclared'
  return isNow === 'free' && !wasDeclared ? 'free' : null
}

const templates: readonly (readonly [change: Change, words: string])[] = [
  ['contains', 'now contains'],
  ['may_contain', 'may now contain'],
  ['undeclared', 'no longer declares'],
  ['unlisted', 'no longer lists'],
  ['free', 'is now declared free from'],
]

/** 'Lemon cake may now contain walnut.'; empty if both state the same. */
export function changeSentences(
  product: string,
  before: AllergenDeclaration | null,
  after: AllergenDeclaration | null,
): string[] {
  const [was, isNow] = [statedIn(before), statedIn(after)]
  const compared = subjects.map((one) => ({ ...one, was: was.get(one.name), isNow: isNow.get(one.name) }))
  const changes = compared.map((one) => {
    const sameAllergen = compared.filter(({ allergen }) => allergen === one.allergen)
    const hasKinds =
      !one.isKind && !isPresent(one.isNow) && sameAllergen.some((other) => other.isKind && isPresent(other.isNow))
    return { change: changeOf(one, sameAllergen), name: hasKinds ? `other ${one.name}` : one.name }
  })
  return templates.flatMap(([change, words]) => {
    const names = joinWithAnd(changes.filter((one) => one.change === change).map(({ name }) => name))
    return names ? [`${product} ${words} ${names}.`] : []
  })
}
