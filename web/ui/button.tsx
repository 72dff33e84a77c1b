/** A button. While `busy` it is disabled, keeps its width and is announced as busy. */
import { type ComponentProps, type Ref, useCallback, useLayoutEffect, useRef } from 'react'
import { type ButtonStyle, buttonStyle } from './button-style.ts'
import { restoreFocus } from './restore-focus.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonStyle {
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
      ref={useRestoredFocus(busy, ref)}
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

/** A disabled button loses the focus. It gets the focus back afterwards, unless another element has it by then. */
function useRestoredFocus(busy: boolean, outer: Ref<HTMLButtonElement> | undefined) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (busy) {
      hadFocus.current = document.activeElement === button.current
      return
    }
    if (!hadFocus.current) return
    hadFocus.current = false
    // After any handler that moves the focus to a better place, such as the first new item.
    const later = setTimeout(() => restoreFocus(button.current))
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
