/**
 * The search box of the header, the home page and the results, with suggestions below it. It is a plain form to /search, so it works
 * without scripts.
 */
import { Search } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keptOf, listingLink, useParsedPage } from '#platform/listing-link.ts'
import { Button } from '#ui/button'
import { TextField } from '#ui/text-field'
import { classNames } from '#web/ui/class-names.ts'
import { addRecentSearch } from './recent-searches.ts'
import { normaliseSearchText, searchUrl } from './search-text.ts'
import type { OpenList, Suggestions, SuggestionsHandle } from './suggestion-list.tsx'

const loadSuggestions = () => import('./suggestion-list.tsx')

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
  const parsedPage = useParsedPage()
  const urlPage = useLocation()
  // The box of the results contains the text, so that its filters change with it.
  const shownPage = resultsUrl ? urlPage : parsedPage
  const link = (to: string) => listingLink(shownPage, to)
  const style = styles[size]
  const listId = useId()
  /** The typed text; null while the box does not have the focus. */
  const [typed, setTyped] = useState<string | null>(null)
  const [list, setList] = useState<OpenList | null>(null)
  const [part, setPart] = useState<{ Suggestions: typeof Suggestions } | null>(null)
  const keys = useRef<SuggestionsHandle>(null)

  function search(event: FormEvent) {
    event.preventDefault()
    if (keys.current?.chooseActive()) return
    const text = normaliseSearchText(field.current?.value ?? '')
    addRecentSearch(text)
    setTyped(null)
    // Without text the page stays; the results page shows all products.
    if (text === '' && !resultsUrl) field.current?.focus()
    else void navigate(resultsUrl ? resultsUrl(text) : link(searchUrl(text)))
  }

  function focus(text: string) {
    setTyped(text === initialText ? '' : text)
    // The search works without suggestions.
    if (!part) loadSuggestions().then(setPart, () => {})
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
          role="combobox"
          aria-expanded={list !== null}
          aria-controls={list ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={list?.activeId}
          defaultValue={initialText}
          placeholder={style.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onFocus={(event) => focus(event.currentTarget.value)}
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => keys.current?.pressKey(event)}
          inputClassName={classNames('rounded-full [&::-webkit-search-cancel-button]:hidden', style.input)}
        />
        {/* Before the app has loaded, the browser sends the form. */}
        {keptOf(shownPage).map(([name, value]) => (
          <input key={name + value} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" {...style.button}>
          <Search aria-hidden="true" className="size-5" />
          <span className={style.buttonText}>Search</span>
        </Button>
        {part && (
          <part.Suggestions
            ref={keys}
            id={listId}
            typed={typed}
            onType={setTyped}
            onOpen={setList}
            {...{ resultsUrl }}
          />
        )}
      </form>
    </search>
  )
}
