/** Moves the focus when the focused element has been removed, such as a button that was pressed for the last time. */
import { type RefObject, useEffect, useRef } from 'react'

/** Does nothing while another element has the focus. */
export function restoreFocus(element: Element | null | undefined): void {
  const { activeElement } = document
  if (activeElement !== null && activeElement !== document.body) return
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

/** Focuses the first new item when the button that loaded more has been removed. The items need a `tabIndex`. */
export function useFocusNewItems(count: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(count)
  useEffect(() => {
    const first = before.current
    before.current = count
    if (first > 0 && count > first) restoreFocus(list.current?.children[first])
  }, [count])
  return list
}
