/** The fourteen allergens of a product: what it contains, may contain, and is free from. */

import { CircleAlert, CircleCheck, CircleHelp, type LucideIcon, TriangleAlert } from 'lucide-react'
import {
  type AllergenDeclaration,
  type AllergenGroups,
  allergenGroups,
  allergenStateLabels,
  allergenStates,
  groupWording,
} from '#domain/food/allergens'
import { Notice } from '#ui/notice'
import { classNames } from '#web/ui/class-names.ts'

interface Row {
  state: keyof AllergenGroups
  label: string
  icon: LucideIcon
  tone: string
}

const icons = { contains: CircleAlert, may_contain: TriangleAlert, free: CircleCheck } as const
const tones = { contains: 'text-alarm-deep', may_contain: 'text-honey-deep', free: 'text-leaf-deep' } as const

const rows: readonly Row[] = [
  ...allergenStates.map((state) => ({
    state,
    label: allergenStateLabels[state],
    icon: icons[state],
    tone: tones[state],
  })),
  { state: 'undeclared', label: 'Not declared', icon: CircleHelp, tone: 'text-ink-soft' },
]

export function AllergenTable({ declaration }: { declaration: AllergenDeclaration | null }) {
  if (!declaration) {
    return (
      <Notice tone="warning">
        The seller has not declared the allergens of this product yet, so it cannot be bought.
      </Notice>
    )
  }
  const groups = allergenGroups(declaration)
  return (
    <table className="w-full border-separate border-spacing-0 overflow-hidden rounded-control border border-line bg-card text-left">
      <caption className="sr-only">Allergens</caption>
      <tbody className="[&_tr:not(:first-child)>*]:border-line [&_tr:not(:first-child)>td]:sm:border-t [&_tr:not(:first-child)>th]:border-t">
        {rows.map(({ state, label, icon: Icon, tone }) => {
          const names = groups[state].map(groupWording)
          if (names.length === 0 && state === 'undeclared') return null
          return (
            <tr key={label} className="max-sm:grid">
              <th
                scope="row"
                className={classNames('px-4 pt-3 align-top font-semibold whitespace-nowrap sm:w-40 sm:py-3', tone)}
              >
                <span className="inline-flex items-center gap-2">
                  <Icon aria-hidden="true" className="size-4.5 shrink-0" />
                  {label}
                </span>
              </th>
              <td
                className={classNames(
                  'px-4 pt-1 pb-3 sm:py-3',
                  state === 'contains' && 'font-semibold',
                  state === 'free' && 'text-ink-soft',
                )}
              >
                {names.length === 0 ? 'None declared' : names.join(', ')}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
