/** The field for a town or a postcode. Suggestions appear below it, and Enter chooses the first. */
import { MapPin, Search } from 'lucide-react'
import { Autocomplete } from '#ui/autocomplete'
import { type Suggestion, suggestionText } from './suggestions.ts'
import { townRegion } from './towns.ts'

export interface TownFieldProps {
  text: string
  suggestions: readonly Suggestion[]
  note: string | null
  error: string | null
  onType: (text: string) => void
  onChoose: (suggestion: Suggestion) => void
}

export function TownField(props: TownFieldProps) {
  return (
    <Autocomplete
      {...props}
      label="Town or postcode"
      icon={Search}
      suggestionText={suggestionText}
      suggestionKey={keyOf}
      maxLength={80}
      // The dialog's bar with Save, beside which a phone's keyboard leaves little room.
      freeBelow={96}
      placeholder="For example Ely, or SE1 9SG"
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
  const [name, region] =
    suggestion.kind === 'district'
      ? [suggestion.district.code, suggestion.district.postTown]
      : [suggestion.town.name, townRegion(suggestion.town)]
  return (
    <span className="min-w-0 leading-snug">
      <span className="font-medium">{name}</span> <span className="text-sm text-ink-soft">{region}</span>
    </span>
  )
}

function keyOf(suggestion: Suggestion): string {
  if (suggestion.kind !== 'town') return suggestionText(suggestion)
  const { name, lat, lon } = suggestion.town
  return `${name} ${lat} ${lon}`
}
