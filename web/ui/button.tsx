/** A button. While `busy` it cannot be pressed again, keeps its width and says so to assistive technology. */
import { type ComponentProps, type Ref, useCallback, useLayoutEffect, useRef } from 'react'
import { type ButtonLook, buttonStyle } from './button-style.ts'
import { catchFocus } from './catch-focus.ts'
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
  children,
  ref,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      ref={useKeyboardKept(busy, ref)}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonStyle({ variant, size, className })}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** A disabled button loses the keyboard: it gets it back when it can be pressed again, unless somebody else has it by then. */
function useKeyboardKept(busy: boolean, outer: Ref<HTMLButtonElement> | undefined) {
  const button = useRef<HTMLButtonElement>(null)
  const hadIt = useRef(false)
  useLayoutEffect(() => {
    if (busy) {
      hadIt.current = document.activeElement === button.current
      return
    }
    if (!hadIt.current) return
    hadIt.current = false
    // After whoever knows a better place, such as the first of the lines that were asked for.
    const later = setTimeout(() => catchFocus(button.current))
    return () => clearTimeout(later)
  }, [busy])
  return useCallback(
    (element: HTMLButtonElement | null) => {
      button.current = element
      if (typeof outer === 'function') return outer(element)
      if (outer) outer.current = element
    },
    [outer],
  )
}
