/** A field for a town, with suggestions from the list of towns. The list loads on demand; until then it accepts text. */
import { MapPin } from 'lucide-react'
import type { Ref } from 'react'
import { Autocomplete } from '#ui/autocomplete'
import { useLazyPart } from '#ui/use-lazy-part'
import { loadTowns } from './address-place.ts'
import type { Town } from './towns.ts'

export interface TownListFieldProps {
  label: string
  hint: string
  error?: string | undefined
  placeholder?: string
  text: string
  onType: (text: string) => void
  /** A town was chosen from the list. @param label its name in the field */
  onChoose: (label: string, town: Town) => void
  /** Called with the town whose name is typed in full, if there is one. */
  onBlur?: (typed: { label: string; town: Town } | null) => void
  ref?: Ref<HTMLInputElement> | undefined
}

const ignoreLoadFailure = () => {}

export function TownListField({ text, onChoose, onBlur, ...field }: TownListFieldProps) {
  const list = useLazyPart(loadTowns, true, ignoreLoadFailure)
  const suggestions = list?.findTowns(text) ?? []
  const labelOf = (town: Town) => list?.townLabel(town) ?? town.name
  function typedInFull() {
    const [town] = suggestions
    if (!list || !town) return null
    const label = labelOf(town)
    return [town.name, label].some((name) => list.fold(name) === list.fold(text)) ? { label, town } : null
  }
  return (
    <Autocomplete
      {...field}
      text={text}
      maxLength={100}
      suggestions={suggestions}
      suggestionText={labelOf}
      suggestionKey={({ name, lat, lon }) => `${name} ${lat} ${lon}`}
      onChoose={(town) => onChoose(labelOf(town), town)}
      onBlur={() => onBlur?.(typedInFull())}
    >
      {(town) => (
        <>
          <MapPin aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
          <span className="min-w-0 leading-snug">
            <span className="font-medium">{town.name}</span>{' '}
            <span className="text-sm text-ink-soft">{list?.townRegion(town)}</span>
          </span>
        </>
      )}
    </Autocomplete>
  )
}
