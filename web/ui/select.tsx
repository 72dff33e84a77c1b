/**
 * A native select element. It works best on phones and before the scripts have loaded; only its closed state is styled.
 */
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names.ts'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectProps
  extends Omit<ComponentProps<'select'>, 'onChange' | 'children' | 'value' | 'defaultValue'> {
  label: string
  /** Hides the label visually where the context is enough. */
  labelHidden?: boolean
  options: readonly SelectOption[]
  value: string
  onValueChange: (value: string) => void
  /** Shown below the field and announced with it. */
  error?: string
}

export function Select({ label, labelHidden = false, options, onValueChange, error, className, ...rest }: SelectProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold'}>
        {label}
      </label>
      <span className="relative block">
        <select
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onValueChange(event.currentTarget.value)}
          className={classNames('field h-11 appearance-none pr-10 pl-4 font-medium', error && 'field-wrong')}
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
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-alarm">
          {error}
        </p>
      )}
    </div>
  )
}
