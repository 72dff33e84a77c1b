/** The field for a town or a postcode. Suggestions appear below it, and Enter chooses the first. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { MapPin, Search } from 'lucide-react'
import { useId, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { type Suggestion, suggestionText } from './suggestions.ts'
import { townRegion } from './towns.ts'

export interface TownFieldProps {
  text: string
  suggestions: readonly Suggestion[]
  /** Whether there is a geocoder for postcodes. */
  acceptsPostcodes: boolean
  /** Shown below the field. */
  error: string | null
  onType: (text: string) => void
  onChoose: (suggestion: Suggestion) => void
}

export function TownField({ text, suggestions, acceptsPostcodes, error, onType, onChoose }: TownFieldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Autocomplete.Root
        items={suggestions}
        mode="none"
        autoHighlight
        // An open list hides the rest of the form from screen readers, even if it is empty.
        open={isOpen && suggestions.length > 0}
        onOpenChange={(next) => setOpen(next)}
        value={text}
        itemToStringValue={suggestionText}
        onValueChange={(next, { reason }) => {
          if (reason !== 'item-press') onType(next)
        }}
      >
        <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
          {acceptsPostcodes ? 'Town or postcode' : 'Town'}
        </label>
        <span className="relative block">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-ink-soft"
          />
          <Autocomplete.Input
            id={id}
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            maxLength={80}
            placeholder={acceptsPostcodes ? 'For example Ely, or SE1 9SG' : 'For example Ely'}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onFocus={(event) => event.currentTarget.select()}
            className={classNames('field h-12 pr-4 pl-11.5', error && 'field-wrong')}
          />
        </span>
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={6} className="z-60 outline-none">
            <Autocomplete.Popup className="max-h-(--available-height) w-(--anchor-width) overflow-y-auto overscroll-contain rounded-2xl border border-line bg-white p-1.5 shadow-lift">
              <Autocomplete.List>
                {(suggestion: Suggestion) => (
                  <Autocomplete.Item
                    key={keyOf(suggestion)}
                    value={suggestion}
                    onClick={() => onChoose(suggestion)}
                    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-3 py-1.5 select-none data-highlighted:bg-paper-deep"
                  >
                    <MapPin aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
                    <SuggestionLine suggestion={suggestion} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-pretty text-alarm">
          {error}
        </p>
      )}
    </div>
  )
}

function SuggestionLine({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.kind === 'postcode')
    return (
      <span>
        Look up <span className="font-medium">{suggestion.postcode}</span>
      </span>
    )
  return (
    <span className="min-w-0 leading-snug">
      <span className="font-medium">{suggestion.town.name}</span>{' '}
      <span className="text-sm text-ink-soft">{townRegion(suggestion.town)}</span>
    </span>
  )
}

function keyOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'postcode') return suggestion.postcode
  const { name, lat, lon } = suggestion.town
  return `${name} ${lat} ${lon}`
}
