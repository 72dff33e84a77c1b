/** A button. While `busy` it cannot be pressed again, keeps its width and says so to assistive technology. */
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonStyle } from './button-style.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  busy?: boolean
}

export function Button({
  variant,
  size,
  className,
  busy = false,
  disabled,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      // Not `disabled`, which would take the keyboard from it, and not give it back when the work is done.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        // Of a form's button also what sends the form, as Enter in one of its fields does.
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      className={buttonStyle({ variant, size, className })}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
