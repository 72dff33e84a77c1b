/** The time by the server's clock, because a visitor's clock may be wrong. */
import { useMemo, useSyncExternalStore } from 'react'
import { type Clock, useApp } from './app-context.ts'

/** @param localMs the time by this machine's clock when `renderedAt` was the server's */
export function createClock(renderedAt: number, localMs = renderedAt): Clock {
  const aheadMs = localMs - renderedAt
  return { renderedAt, now: () => new Date(Date.now() - aheadMs) }
}

const tickMs = 30_000

/** The current half minute, which renders the component again when it ends. */
export function useNow(): Date {
  const { clock } = useApp()
  const ms = useSyncExternalStore(
    eachTick,
    () => startOfTick(clock.now().getTime()),
    () => startOfTick(clock.renderedAt),
  )
  return useMemo(() => new Date(ms), [ms])
}

function eachTick(listener: () => void): () => void {
  const timer = setInterval(listener, tickMs)
  return () => clearInterval(timer)
}

function startOfTick(ms: number): number {
  return ms - (ms % tickMs)
}
