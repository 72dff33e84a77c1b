/** The frame of a form field: its label, its hint and its error, and what ties them to the control. */
import { type ReactNode, useId } from 'react'

export interface FieldTexts {
  label: ReactNode
  /** Hides the label visually where the context is enough. */
  labelHidden?: boolean
  /** Shown below the control and announced with it. */
  hint?: ReactNode
  /** Marks the control as invalid, and is announced with it. */
  error?: string | null | undefined
}

/** What the control must have. */
interface FieldControl {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export interface FieldProps extends FieldTexts {
  className?: string
  children: (control: FieldControl) => ReactNode
}

export function Field({ label, labelHidden = false, hint, error, className, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'field-label'}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export interface FieldGroupProps {
  legend: ReactNode
  legendHidden?: boolean
  error?: string | null | undefined
  className?: string
  children: ReactNode
}

/** The frame of several controls that are one field, such as radio buttons. */
export function FieldGroup({ legend, legendHidden = false, error, className, children }: FieldGroupProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined} className={className}>
      <legend className={legendHidden ? 'sr-only' : 'field-label'}>{legend}</legend>
      {children}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="field-error">
      {children}
    </p>
  )
}
