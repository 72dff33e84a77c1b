/** The warning that a label lacks information required by law. */
import type { ReactNode } from 'react'
import { type LabelledFood, labelWording } from '#domain/food/food-label'
import { Notice } from '#ui/notice'

export interface LabelWarningProps {
  food: LabelledFood
  /** The name of the product or variation, for pages with several labels. */
  name?: string | null | undefined
  remedy?: ReactNode
}

export function LabelWarning({ food, name, remedy }: LabelWarningProps) {
  const problem = labelProblem(food)
  if (problem === null) return null
  return (
    <Notice tone="warning" className="mt-4 wrap-anywhere">
      {name && <strong>{`${name}: `}</strong>}
      {problem} {remedy}
    </Notice>
  )
}

function labelProblem(food: LabelledFood): string | null {
  const { ingredients, isComplete, unnamed } = labelWording(food)
  if (!isComplete) return 'The allergens are not declared yet. The law requires them on a label.'
  if (!ingredients) return 'The ingredients are not listed yet. A label needs all of them.'
  if (unnamed.length === 0) return null
  return `The ingredients do not name all declared allergens. Missing: ${unnamed.join(', ')}. A label must emphasise them in the list. Until then it states them below.`
}
