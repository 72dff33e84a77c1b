/** The search box. It is a plain form to /search, so it works without scripts. */

import { Search } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button'
import { TextField } from '#ui/text-field'
import { withText } from './listing-choice.ts'
import { normaliseSearchText } from './search-text.ts'

export interface SearchBoxProps {
  initialText?: string
  /** URL parameters to keep, such as filters and order. */
  baseParams?: URLSearchParams
}

export function SearchBox({ initialText = '', baseParams }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()

  function search(event: FormEvent) {
    event.preventDefault()
    const text = normaliseSearchText(field.current?.value ?? '')
    // Without text the home page stays; the results page shows all products.
    if (text === '' && !baseParams) field.current?.focus()
    else void navigate(`/search?${baseParams ? withText(baseParams, text) : `q=${encodeURIComponent(text)}`}`)
  }

  return (
    <search>
      <form action="/search" method="get" onSubmit={search} className="relative">
        <TextField
          label="Search homemade food"
          labelHidden
          ref={field}
          name="q"
          type="search"
          defaultValue={initialText}
          placeholder="Search Sweet Local Finds..."
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          inputClassName="h-14 rounded-full pr-16 pl-6 text-lg shadow-rest sm:pr-36 [&::-webkit-search-cancel-button]:hidden"
        />
        <Button type="submit" className="absolute top-1.5 right-1.5 max-sm:w-11 max-sm:px-0">
          <Search aria-hidden="true" className="size-5" />
          <span className="max-sm:sr-only">Search</span>
        </Button>
      </form>
    </search>
  )
}
