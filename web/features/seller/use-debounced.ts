/** A value that changes with every keystroke, delayed until typing pauses. */
import { useEffect, useState } from 'react'

export function useDebounced<Value>(value: Value, delayMs = 300): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
