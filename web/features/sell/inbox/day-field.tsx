/** A date field that ignores years before 2000, which occur while a year is being typed. */
import { useState } from 'react'
import { Input } from '#ui/input'

export interface DayFieldProps {
  label: string
  /** 'YYYY-MM-DD', or empty. */
  day: string
  /** Null if the field was cleared. */
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
    <Input
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
