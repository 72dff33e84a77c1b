/** A list of choices, one of which is selected. */
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Choice } from '#ui/choice'
import { FieldGroup } from '#ui/field'

interface OutcomeChoicesProps extends UseFormRegisterReturn {
  legend: string
  /** Label by value. */
  choices: Readonly<Record<string, string>>
  error: string | undefined
}

export function OutcomeChoices({ legend, choices, error, ...field }: OutcomeChoicesProps) {
  return (
    <FieldGroup legend={legend} error={error}>
      <div className="flex flex-col gap-1">
        {Object.entries(choices).map(([value, label]) => (
          <Choice
            key={value}
            look="row"
            className="-mx-2 px-2"
            {...field}
            value={value}
            aria-invalid={error ? true : undefined}
          >
            {label}
          </Choice>
        ))}
      </div>
    </FieldGroup>
  )
}
