/** A rating field: radio buttons in the shape of stars, with arrow keys. */

import { Star } from 'lucide-react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Choice } from '#ui/choice'
import { FieldGroup } from '#ui/field'
import { classNames } from '#web/ui/class-names.ts'

const ratingTexts = ['Disappointing', 'Not quite', 'Good', 'Very good', 'Wonderful']

export interface StarFieldProps {
  /** The selected rating; 0 for none. */
  value: number
  error: string | undefined
  field: UseFormRegisterReturn
}

export function StarField({ value, error, field }: StarFieldProps) {
  return (
    <FieldGroup legend="Your rating" error={error}>
      <div className="-ml-2 flex items-center gap-3">
        <div className="flex">
          {ratingTexts.map((ratingText, index) => (
            <Choice
              key={ratingText}
              {...field}
              look="star"
              className="group"
              value={index + 1}
              checked={value === index + 1}
              aria-invalid={error ? true : undefined}
            >
              <span className="sr-only">
                {index + 1} {index === 0 ? 'star' : 'stars'}: {ratingText}
              </span>
              <Star
                aria-hidden="true"
                className={classNames(
                  'size-8 transition-colors',
                  index < value ? 'fill-honey text-honey' : 'fill-ink/8 text-ink/35 group-hover:text-honey',
                )}
                strokeWidth={1.5}
              />
            </Choice>
          ))}
        </div>
        <span aria-hidden="true" className="text-ink-soft">
          {ratingTexts[value - 1]}
        </span>
      </div>
    </FieldGroup>
  )
}
