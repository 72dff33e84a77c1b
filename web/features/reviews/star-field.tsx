/** A rating field: radio buttons in the shape of stars, with arrow keys. */

import { Star } from 'lucide-react'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { classNames } from '#web/ui/class-names.ts'

const ratingTexts = ['Disappointing', 'Not quite', 'Good', 'Very good', 'Wonderful']

export interface StarFieldProps {
  /** The selected rating; 0 for none. */
  value: number
  error: string | undefined
  field: UseFormRegisterReturn
}

export function StarField({ value, error, field }: StarFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-semibold">Your rating</legend>
      <div className="-ml-2 flex items-center gap-3">
        <div className="flex">
          {ratingTexts.map((ratingText, index) => (
            <label
              key={ratingText}
              className="cursor-pointer rounded-lg p-1.5 has-focus-visible:outline-3 has-focus-visible:outline-berry"
            >
              <input
                {...field}
                type="radio"
                value={index + 1}
                checked={value === index + 1}
                aria-invalid={error ? true : undefined}
                className="sr-only"
              />
              <span className="sr-only">
                {index + 1} {index === 0 ? 'star' : 'stars'}: {ratingText}
              </span>
              <Star
                aria-hidden="true"
                className={classNames(
                  'size-8 transition-colors',
                  index < value ? 'fill-honey text-honey' : 'fill-ink/8 text-ink/35 hover:text-honey',
                )}
                strokeWidth={1.5}
              />
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="text-ink-soft">
          {ratingTexts[value - 1]}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-alarm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
