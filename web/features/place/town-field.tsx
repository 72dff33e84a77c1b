/** The field for a town or a postcode. Suggestions appear below it, and Enter chooses the first. */
import { MapPin, Search } from 'lucide-react'
import { Autocomplete } from '#ui/autocomplete'
import { type Suggestion, suggestionText } from './suggestions.ts'
import { townRegion } from './towns.ts'

export interface TownFieldProps {
  text: string
  suggestions: readonly Suggestion[]
  /** Whether there is a geocoder for postcodes. */
  acceptsPostcodes: boolean
  error: string | null
  onType: (text: string) => void
  onChoose: (suggestion: Suggestion) => void
}

export function TownField({ acceptsPostcodes, ...field }: TownFieldProps) {
  return (
    <Autocomplete
      {...field}
      label={acceptsPostcodes ? 'Town or postcode' : 'Town'}
      icon={Search}
      suggestionText={suggestionText}
      suggestionKey={keyOf}
      maxLength={80}
      placeholder={acceptsPostcodes ? 'For example Ely, or SE1 9SG' : 'For example Ely'}
      onFocus={(event) => event.currentTarget.select()}
    >
      {(suggestion) => (
        <>
          <MapPin aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
          <SuggestionLine suggestion={suggestion} />
        </>
      )}
    </Autocomplete>
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
