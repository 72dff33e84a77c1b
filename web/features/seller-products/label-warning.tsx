/** Says what keeps a label from being what the law asks for. */
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type LabelledFood, labelWording } from '#domain/food-label'

export interface LabelWarningProps {
  food: LabelledFood
  /** Named where there are several. */
  name?: string
  /** Leads to where it can be put right. */
  remedy?: ReactNode
}

export function LabelWarning({ food, name, remedy }: LabelWarningProps) {
  const problem = problemOf(food)
  if (problem === null) return null
  return (
    <p className="mt-4 flex gap-3 rounded-xl bg-honey-pale px-4 py-3 text-honey-deep">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span className="wrap-anywhere">
        {name && <strong>{`${name}: `}</strong>}
        {problem} {remedy}
      </span>
    </p>
  )
}

function problemOf(food: LabelledFood): string | null {
  const { ingredients, isComplete, unnamed } = labelWording(food)
  if (!isComplete) return 'The allergens are not declared yet. A label without them would not be lawful.'
  if (!ingredients) return 'The ingredients are not listed yet. A label needs all of them.'
  if (unnamed.length === 0) return null
  return `The ingredients do not name what is declared: ${unnamed.join(', ')}. A label emphasises it where it is listed.`
}
