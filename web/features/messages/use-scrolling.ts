/** Keeps a conversation where one reads: at the end while one is there, else where one was, also when older messages come above it. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Thread } from './thread.ts'

/** So near counts as the end. */
const endThresholdPx = 60
/** Older messages are asked for before one gets to the top. */
const prefetchThresholdPx = 1_200

/** @param ownUnsent the last of one's own on its way: whoever writes wants to see it */
export function useScrolling(thread: Thread, ownUnsent: string | null, onNearTop: () => void) {
  const box = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const atEnd = useRef(true)
  /** Where a row stood that was to be seen: what comes above it must not move it. */
  const anchor = useRef<{ row: Element; bottom: number } | null>(null)

  const scrollToEnd = useCallback(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight })
    box.current?.focus({ preventScroll: true })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change of what is shown
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    if (atEnd.current) current.scrollTop = current.scrollHeight
    else if (anchor.current) current.scrollTop += bottomOf(anchor.current.row) - anchor.current.bottom
  }, [thread])

  useLayoutEffect(() => {
    const { current } = box
    if (ownUnsent !== null && current) current.scrollTop = current.scrollHeight
  }, [ownUnsent])

  // The keyboard of a phone, or a quote that appears, makes the box another size.
  useEffect(() => {
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(() => {
      if (atEnd.current) current.scrollTop = current.scrollHeight
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])

  function onScroll(): void {
    const { current } = box
    if (!current) return
    atEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < endThresholdPx
    const row = firstVisibleRow(current)
    anchor.current = row && { row, bottom: bottomOf(row) }
    setIsAtEnd(atEnd.current)
    if (current.scrollTop < prefetchThresholdPx && thread.hasOlder) onNearTop()
  }

  return { box, isAtEnd, scrollToEnd, onScroll }
}

/** Its upper end moves where the day that stands over it is no longer its own. */
const bottomOf = (row: Element) => row.getBoundingClientRect().bottom

/** The first row that reaches into sight. */
function firstVisibleRow(box: HTMLElement): Element | null {
  const { top } = box.getBoundingClientRect()
  for (const chunk of box.querySelectorAll('ol')) {
    if (chunk.getBoundingClientRect().bottom < top) continue
    for (const row of chunk.children) if (row.getBoundingClientRect().bottom > top) return row
  }
  return null
}
