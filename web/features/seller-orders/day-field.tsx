/** A day to go to, typed or picked. While a year is typed it is that of the Romans: nothing is gone to before this century. */
import { useState } from 'react'

export interface DayFieldProps {
  label: string
  /** 'YYYY-MM-DD', or empty. */
  day: string
  /** Null where the day was emptied. */
  onPick: (day: string | null) => void
  className: string
}

export function DayField({ label, day, onPick, className }: DayFieldProps) {
  const [typed, setTyped] = useState(day)
  const [known, setKnown] = useState(day)
  if (known !== day) {
    setKnown(day)
    setTyped(day)
  }
  return (
    <input
      type="date"
      aria-label={label}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        if (value === '' || value >= '2000') onPick(value || null)
      }}
      className={className}
    />
  )
}
