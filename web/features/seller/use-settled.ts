/** A value that changes with every key, once its writer pauses. */
import { useEffect, useState } from 'react'

export function useSettled<Value>(value: Value, pauseMs = 300): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
