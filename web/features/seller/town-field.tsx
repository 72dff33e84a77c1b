/** The town or district in which the food is made, chosen from a list. Buyers see only its name. */
import { MapPin } from 'lucide-react'
import { loadTowns } from '#features/place'
import { Autocomplete } from '#ui/autocomplete'
import { useLazyPart } from '#ui/use-lazy-part'

/** The typed text, and the place once one is chosen. */
export interface TypedTown {
  text: string
  place: { lat: number; lon: number } | null
}

type TownsModule = Awaited<ReturnType<typeof loadTowns>>
type Town = TownsModule['towns'][number]

export interface TownFieldProps {
  value: TypedTown
  onChange: (value: TypedTown) => void
  onBlur?: () => void
  error?: string | undefined
}

const ignoreLoadFailure = () => {}

export function TownField({ value, onChange, onBlur, error }: TownFieldProps) {
  const list = useLazyPart(loadTowns, true, ignoreLoadFailure)
  const suggestions = list && value.place === null ? list.findTowns(value.text) : []
  const choose = (town: Town) => {
    if (list) onChange({ text: list.townLabel(town), place: { lat: town.lat, lon: town.lon } })
  }
  /** A fully typed name counts as chosen. */
  const onInputBlur = () => {
    const [best] = suggestions
    if (list && best && [best.name, list.townLabel(best)].some((name) => list.fold(name) === list.fold(value.text)))
      choose(best)
    onBlur?.()
  }
  return (
    <Autocomplete
      label="Town or district"
      hint="This helps people nearby find you. Your shop page shows only the rough area, never your street."
      error={error}
      text={value.text}
      onType={(text) => onChange({ text, place: null })}
      suggestions={suggestions}
      suggestionText={(town) => list?.townLabel(town) ?? town.name}
      suggestionKey={(town) => `${town.name} ${town.lat} ${town.lon}`}
      onChoose={choose}
      maxLength={100}
      placeholder="For example, Ely"
      onBlur={onInputBlur}
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
