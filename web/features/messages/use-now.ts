/** The time of day for what runs out while it is looked at, good to half a minute. */
import { useEffect, useState } from 'react'

const halfAMinuteMs = 30_000

/** For components that the server never renders. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), halfAMinuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
