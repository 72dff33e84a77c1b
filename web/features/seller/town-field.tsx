/** The town or district in which the food is made, chosen from a list. Buyers see only its name. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { MapPin } from 'lucide-react'
import { useId, useState } from 'react'
import { loadTowns } from '#features/place'
import { useLazyPart } from '#ui/use-lazy-part'
import { classNames } from '#web/ui/class-names.ts'

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
  const id = useId()
  const [isOpen, setOpen] = useState(false)
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
    <div>
      <Autocomplete.Root
        items={suggestions}
        mode="none"
        autoHighlight
        // An open list hides the rest of the form from screen readers, even an empty list.
        open={isOpen && suggestions.length > 0}
        onOpenChange={(next) => setOpen(next)}
        value={value.text}
        itemToStringValue={(town: Town) => list?.townLabel(town) ?? town.name}
        onValueChange={(text, { reason }) => {
          if (reason !== 'item-press') onChange({ text, place: null })
        }}
      >
        <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
          Town or district
        </label>
        <Autocomplete.Input
          id={id}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          maxLength={100}
          placeholder="For example, Ely"
          aria-invalid={error ? true : undefined}
          aria-describedby={classNames(`${id}-hint`, error && `${id}-error`)}
          onBlur={onInputBlur}
          className={classNames('field h-12 px-4', error && 'field-wrong')}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={6} className="z-60 outline-none">
            <Autocomplete.Popup className="max-h-(--available-height) w-(--anchor-width) overflow-y-auto overscroll-contain rounded-2xl border border-line bg-white p-1.5 shadow-lift">
              <Autocomplete.List>
                {(town: Town) => (
                  <Autocomplete.Item
                    key={`${town.name} ${town.lat} ${town.lon}`}
                    value={town}
                    onClick={() => choose(town)}
                    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-3 py-1.5 select-none data-highlighted:bg-paper-deep"
                  >
                    <MapPin aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
                    <span className="min-w-0 leading-snug">
                      <span className="font-medium">{town.name}</span>{' '}
                      <span className="text-sm text-ink-soft">{list?.townRegion(town)}</span>
                    </span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-pretty text-ink-soft">
        This helps people nearby find you. Your shop page shows only the rough area, never your street.
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-alarm">
          {error}
        </p>
      )}
    </div>
  )
}
