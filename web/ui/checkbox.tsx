/** A checkbox whose label is clickable. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
}

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <span className={classNames('flex items-center gap-2.5', className)}>
      <input {...rest} id={id} type="checkbox" className="size-5 shrink-0 cursor-pointer accent-berry" />
      <label htmlFor={id} className="cursor-pointer py-1">
        {label}
      </label>
    </span>
  )
}
