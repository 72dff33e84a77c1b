/** The search box of the header, the home page and the results. It is a plain form to /search, so it works without scripts. */

import { Search } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button'
import { TextField } from '#ui/text-field'
import { classNames } from '#web/ui/class-names.ts'
import { normaliseSearchText } from './search-text.ts'

export interface SearchBoxProps {
  initialText?: string
  /** The URL of a search that keeps filters and order. */
  resultsUrl?: (text: string) => string
  /** `compact` fits the header. */
  size?: 'large' | 'compact'
  className?: string
}

const styles = {
  large: {
    placeholder: 'Search Sweet Local Finds...',
    input: 'h-14 pr-16 pl-6 text-lg shadow-rest sm:pr-36',
    button: { className: 'absolute top-1.5 right-1.5 max-sm:w-11 max-sm:px-0' },
    buttonText: 'max-sm:sr-only',
  },
  compact: {
    placeholder: 'Search food',
    input: 'h-11 pr-12 pl-5',
    button: { variant: 'quiet', size: 'icon', className: 'absolute top-0 right-0' },
    buttonText: 'sr-only',
  },
} as const

export function SearchBox({ initialText = '', resultsUrl, size = 'large', className }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const style = styles[size]

  function search(event: FormEvent) {
    event.preventDefault()
    const text = normaliseSearchText(field.current?.value ?? '')
    // Without text the page stays; the results page shows all products.
    if (text === '' && !resultsUrl) field.current?.focus()
    else void navigate(resultsUrl ? resultsUrl(text) : `/search?q=${encodeURIComponent(text)}`)
  }

  return (
    <search className={className}>
      <form action="/search" method="get" onSubmit={search} className="relative">
        <TextField
          label="Search homemade food"
          labelHidden
          ref={field}
          name="q"
          type="search"
          defaultValue={initialText}
          placeholder={style.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          inputClassName={classNames('rounded-full [&::-webkit-search-cancel-button]:hidden', style.input)}
        />
        <Button type="submit" {...style.button}>
          <Search aria-hidden="true" className="size-5" />
          <span className={style.buttonText}>Search</span>
        </Button>
      </form>
    </search>
  )
}
