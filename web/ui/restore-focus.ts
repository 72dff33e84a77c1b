/** Where the keyboard goes when what had it has left the page, as a button does that was pressed for the last time. */
import { type RefObject, useEffect, useRef } from 'react'

/** Does nothing while something has the keyboard. */
export function restoreFocus(element: Element | null | undefined): void {
  const { activeElement } = document
  if (activeElement !== null && activeElement !== document.body) return
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

/** For a list that grows on request: its first new item, which needs a `tabIndex`, gets what the button for more has lost. */
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
