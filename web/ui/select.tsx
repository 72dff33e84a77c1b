/**
 * A native select element. It works best on phones and before the scripts have loaded; only its closed state is styled.
 */
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './field.tsx'

interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

/** Controlled with `value` and `onValueChange`, or registered with a form like any other field. */
export interface SelectProps extends Omit<ComponentProps<'select'>, 'children'>, FieldTexts {
  label: string
  options: readonly SelectOption[]
  onValueChange?: (value: string) => void
}

export function Select({
  label,
  labelHidden,
  hint,
  error,
  options,
  onValueChange,
  onChange,
  className,
  ...rest
}: SelectProps) {
  return (
    <Field {...{ label, labelHidden, hint, error, className }}>
      {(control) => (
        <span className="relative block">
          <select
            // Firefox would restore the choice of before a reload, beside a URL or a value that says otherwise.
            autoComplete="off"
            {...rest}
            {...control}
            onChange={onValueChange ? (event) => onValueChange(event.currentTarget.value) : onChange}
            className="field"
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-ink-soft"
          />
        </span>
      )}
    </Field>
  )
}
