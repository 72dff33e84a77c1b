/** A labelled text field, described by its hint and its error. */
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './field.tsx'
import { Input } from './input.tsx'

export interface TextFieldProps extends ComponentProps<'input'>, FieldTexts {
  /** An element at the end of the field, such as a button that shows the password. */
  end?: ReactNode
  /** Classes of the input; `className` is the frame's. */
  inputClassName?: string
}

export function TextField({
  label,
  labelHidden,
  hint,
  error,
  end,
  className,
  inputClassName,
  ...rest
}: TextFieldProps) {
  return (
    <Field {...{ label, labelHidden, hint, error, className }}>
      {(control) => (
        <span className="relative block">
          <Input {...rest} {...control} className={classNames(end !== undefined && 'pr-13', inputClassName)} />
          {end !== undefined && <span className="absolute top-1/2 right-1.5 -translate-y-1/2">{end}</span>}
        </span>
      )}
    </Field>
  )
}
