/** A labelled text field, described by its hint and its error. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  labelHidden?: boolean
  hint?: ReactNode
  error?: string
  /** An element at the end of the field, such as a button that shows the password. */
  end?: ReactNode
}

export function TextField({ label, labelHidden = false, hint, error, end, className, ...rest }: TextFieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold'}>
        {label}
      </label>
      <span className="relative block">
        <input
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          className={classNames('field h-12 px-4', end !== undefined && 'pr-13', error && 'field-wrong')}
        />
        {end !== undefined && <span className="absolute top-1/2 right-1.5 -translate-y-1/2">{end}</span>}
      </span>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-alarm">
          {error}
        </p>
      )}
    </div>
  )
}
