/** A search field that searches once typing pauses. */
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { Input } from './input.tsx'

const typingDelayMs = 200

export interface SearchFieldProps {
  /** The accessible name. */
  label: string
  placeholder: string
  /** The text that is searched for now, usually from the URL. */
  text: string
  onSearch: (text: string) => void
  className?: string
}

export function SearchField({ label, placeholder, text, onSearch, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  const [sent, setSent] = useState(text)
  // Back and forward change the URL, so the field follows it. The field's own searches reach the URL late and must not
  // undo typing.
  if (known !== text) {
    setKnown(text)
    if (text !== sent) {
      setSent(text)
      setTyped(text)
    }
  }
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => {
      setSent(typed.trim())
      onSearch(typed.trim())
    }, typingDelayMs)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])

  return (
    <search className={classNames('relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-soft"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className="h-11 pr-3 pl-10"
      />
    </search>
  )
}
