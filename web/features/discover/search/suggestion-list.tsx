/**
 * The suggestions below the search box. The focus stays in the box, which names the active suggestion. Loaded with the first focus of
 * the box.
 */
import { Cookie, History, Shapes, Store } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { useNavigate } from 'react-router'
import { useListingLink } from '#platform/listing-link.ts'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { addRecentSearch, clearRecentSearches } from './recent-searches.ts'
import type { SearchSuggestion } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

const icons = { recent: History, category: Shapes, shop: Store, product: Cookie } as const

export interface OpenList {
  /** The id of the active suggestion. */
  readonly activeId: string | undefined
}

export interface SuggestionsHandle {
  pressKey(event: KeyboardEvent<HTMLInputElement>): void
  /** False if none is active. */
  chooseActive(): boolean
}

export interface SuggestionsProps {
  ref: Ref<SuggestionsHandle>
  id: string
  /** Null while the list is closed. */
  typed: string | null
  onType: (typed: string | null) => void
  /** Null for no list. */
  onOpen: (list: OpenList | null) => void
  resultsUrl?: ((text: string) => string) | undefined
}

export function Suggestions({ ref, id, typed, onType, onOpen, resultsUrl }: SuggestionsProps) {
  const link = useListingLink()
  const navigate = useNavigate()
  const shown = useSuggestions(typed)
  const [active, setActive] = useState({ index: -1, typed })
  // Another text has no active suggestion, and neither has a list that opens again.
  if (active.typed !== typed) setActive({ index: -1, typed })
  const { index } = active
  const activeOne = shown[index]
  const isOpen = shown.length > 0
  const activeId = activeOne && optionId(id, index)

  useEffect(() => {
    onOpen(isOpen ? { activeId } : null)
  }, [isOpen, activeId, onOpen])

  function choose({ kind, text, to }: SearchSuggestion) {
    if (kind === 'recent') addRecentSearch(text)
    onType(null)
    void navigate(kind === 'recent' && resultsUrl ? resultsUrl(text) : link(to))
  }

  // One step more than there are suggestions: the text itself is between the last and the first.
  const step = (by: number) => {
    const steps = shown.length + 1
    setActive({ index: ((index + 1 + by + steps) % steps) - 1, typed })
  }

  useImperativeHandle(ref, () => ({
    pressKey(event) {
      if (event.key === 'Escape' && isOpen) onType(null)
      else if (event.key === 'ArrowDown' && typed === null) onType(event.currentTarget.value)
      else if (event.key === 'ArrowDown') step(1)
      else if (event.key === 'ArrowUp' && isOpen) step(-1)
      else return
      event.preventDefault()
    },
    chooseActive() {
      if (activeOne) choose(activeOne)
      return activeOne !== undefined
    },
  }))

  if (!isOpen) return null
  return (
    // Otherwise the box would lose the focus, and the list would close before the click.
    <div onPointerDown={(event) => event.preventDefault()} className="popup absolute inset-x-0 top-full z-50 mt-2">
      <div id={id} role="listbox" aria-label="Suggestions">
        {shown.map((suggestion, position) => {
          const Icon = icons[suggestion.kind]
          return (
            <Link
              key={`${suggestion.kind} ${suggestion.to}`}
              id={optionId(id, position)}
              role="option"
              aria-selected={position === index}
              tabIndex={-1}
              to={link(suggestion.to)}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                choose(suggestion)
              }}
              data-highlighted={position === index ? '' : undefined}
              className="popup-item hover:bg-paper-deep"
            >
              <Icon aria-hidden="true" className="size-4.5 shrink-0 text-ink-soft" strokeWidth={1.75} />
              <span className="min-w-0 leading-snug wrap-anywhere">
                <span className="font-medium">{suggestion.text}</span>{' '}
                {suggestion.detail && <span className="text-sm text-ink-soft">{suggestion.detail}</span>}
              </span>
            </Link>
          )
        })}
      </div>
      {shown.every(({ kind }) => kind === 'recent') && (
        <Button
          variant="quiet"
          size="sm"
          tabIndex={-1}
          onClick={() => {
            clearRecentSearches()
            onType(null)
          }}
        >
          Clear recent searches
        </Button>
      )}
    </div>
  )
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
