/** A labelled multi-line text field, described by its hint and its error. */
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './field.tsx'

export interface TextAreaProps extends ComponentProps<'textarea'>, FieldTexts {
  label: string
  /** Classes of the text area; `className` is the frame's. */
  inputClassName?: string
}

export function TextArea({
  label,
  labelHidden,
  hint,
  error,
  className,
  inputClassName,
  rows = 4,
  ...rest
}: TextAreaProps) {
  return (
    <Field {...{ label, labelHidden, hint, error, className }}>
      {(control) => <textarea {...rest} {...control} rows={rows} className={classNames('field', inputClassName)} />}
    </Field>
  )
}
