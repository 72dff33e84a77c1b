/** The input alone, for a control that is labelled elsewhere. Forms use TextField. */
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames('field', className)} />
}
