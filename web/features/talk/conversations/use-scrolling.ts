/**
 * Keeps the scroll position of a conversation: at the end, or at the visible row when older messages are added above
 * it.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Thread } from './thread.ts'

/** This close counts as the end. */
const endThresholdPx = 60
/** Older messages are fetched before the top is reached. */
const prefetchThresholdPx = 1_200

/** @param ownUnsent the id of the member's last unsent message, which should be visible */
export function useScrolling(thread: Thread, ownUnsent: string | null, onNearTop: () => void) {
  const box = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const atEnd = useRef(true)
  /** A visible row and its position, which must not change when messages are added above. */
  const anchor = useRef<{ row: Element; bottom: number } | null>(null)

  const scrollToEnd = useCallback(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight })
    box.current?.focus({ preventScroll: true })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after every change of the list
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

  // The keyboard of a phone or a new quote changes the size of the list.
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

/** The top of a row changes when its date heading disappears. */
const bottomOf = (row: Element) => row.getBoundingClientRect().bottom

function firstVisibleRow(box: HTMLElement): Element | null {
  const { top } = box.getBoundingClientRect()
  for (const chunk of box.querySelectorAll('ol')) {
    if (chunk.getBoundingClientRect().bottom < top) continue
    for (const row of chunk.children) if (row.getBoundingClientRect().bottom > top) return row
  }
  return null
}
