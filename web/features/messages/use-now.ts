/** The current time, updated every half minute, for things that expire. */
import { useEffect, useState } from 'react'

const halfAMinuteMs = 30_000

/** Only for components that the server never renders. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), halfAMinuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
