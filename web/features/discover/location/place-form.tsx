/** The form for the place and the radius: by town or postcode, by the device's position, or on the map. */
import { LocateFixed } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ChosenPlace } from '#domain/locations/chosen-place'
import { milesText } from '#domain/locations/distance'
import { FirstNeeds, noNeeds, saveFirstNeeds } from '#features/discover/household'
import { useApp } from '#platform/app-context.ts'
import { nearParameter } from '#platform/listing-link.ts'
import { useUrlParameters, withParameter } from '#platform/url-parameters.ts'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { Skeleton } from '#ui/skeleton'
import { Slider } from '#ui/slider'
import { toast } from '#ui/toast'
import { useLazyPart } from '#ui/use-lazy-part'
import { closePlacePicker } from './picker-store.ts'
import { TownField } from './town-field.tsx'
import { usePlaceDraft } from './use-place-draft.ts'

const loadMap = () => import('./place-map.tsx')
const ignoreFailure = () => {}

export function PlaceForm() {
  const app = useApp()
  const { mapTiles, hasGeocoder = false } = app.config
  const draft = usePlaceDraft(app.place.current(), hasGeocoder)
  const map = useLazyPart(loadMap, true, ignoreFailure)

  const [needs, setNeeds] = useState(noNeeds)
  const [parameters, change] = useUrlParameters()

  /** The place that an earlier search has named would still replace the chosen one. */
  const clearNear = () => {
    if (parameters.has(nearParameter)) change((latest) => withParameter(latest, nearParameter, null))
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const place = await draft.resolve()
    if (!place) return
    if (!(await saveFirstNeeds(app.household, needs))) return setNeeds({ ...needs, isRefused: true })
    app.place.set(place)
    clearNear()
    closeWithToast('Location updated', app.place.current())
  }
  const reset = () => {
    app.place.clear()
    clearNear()
    closeWithToast('Location reset', app.place.current())
  }

  return (
    <form onSubmit={save} noValidate className="flex grow flex-col">
      <div className="grid grow content-start gap-x-8 gap-y-5 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="flex flex-col gap-5">
          <TownField
            text={draft.text}
            suggestions={draft.suggestions}
            note={draft.note}
            error={draft.error?.source === 'text' ? draft.error.message : null}
            onType={draft.changeText}
            onChoose={draft.choose}
          />
          <FirstNeeds needs={needs} onChange={setNeeds} />
          <div>
            <Button variant="secondary" className="w-full" busy={draft.isLocating} onClick={draft.locate}>
              {!draft.isLocating && <LocateFixed aria-hidden="true" className="size-5" strokeWidth={1.75} />}
              Use my location
            </Button>
            <p role="alert" className="text-sm font-medium text-pretty text-alarm">
              {draft.error?.source === 'position' && <span className="mt-1.5 block">{draft.error.message}</span>}
            </p>
          </div>
          <RadiusField miles={draft.place.radiusMiles} onChange={draft.changeRadius} />
        </div>
        <div>
          <p role="status" className="mb-1.5 truncate text-sm font-semibold">
            {milesText(draft.place.radiusMiles)} around {draft.place.label}
          </p>
          {map ? (
            <map.PlaceMap place={draft.place} tiles={mapTiles} onMove={draft.moveTo} />
          ) : (
            <Skeleton shape="card" className="h-[clamp(13rem,calc(100dvh-37rem),24rem)] sm:h-80" />
          )}
        </div>
      </div>
      <div className="sticky bottom-0 -mx-6 mt-4 -mb-6 flex flex-wrap-reverse justify-between gap-3 border-t border-line bg-card p-6 pt-4 sm:static sm:mx-0 sm:mb-0 sm:px-0 sm:pt-6 sm:pb-0">
        <Button variant="quiet" onClick={reset} className="max-sm:grow sm:-ml-5">
          Reset to default
        </Button>
        <Button type="submit" busy={draft.isLookingUp} className="max-sm:grow sm:min-w-40">
          Save
        </Button>
      </div>
    </form>
  )
}

function closeWithToast(title: string, { label, radiusMiles }: ChosenPlace): void {
  closePlacePicker()
  toast({ title, description: `${milesText(radiusMiles)} around ${label}` })
}

function RadiusField({ miles, onChange }: { miles: number; onChange: (miles: number) => void }) {
  const label = (
    <span className="flex items-baseline justify-between gap-4">
      Search radius
      <span aria-hidden="true" className="text-base tabular-nums">
        {milesText(miles)}
      </span>
    </span>
  )
  return (
    <div>
      <Field label={label}>
        {(control) => (
          <Slider
            {...control}
            min={1}
            max={50}
            value={miles}
            aria-valuetext={milesText(miles)}
            onChange={(event) => onChange(Number(event.currentTarget.value))}
          />
        )}
      </Field>
      <div aria-hidden="true" className="flex justify-between text-sm text-ink-soft">
        <span>1</span>
        <span>50</span>
      </div>
    </div>
  )
}
