/** Where the shopper is: how far around to look. */
import { useId, useState } from 'react'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { toast } from '#ui/toast'
import { useApp } from '#web/app/app-context.ts'
import { closePlacePicker, type OpenPicker } from './picker-store.ts'
import { radiusText } from './radius-text.ts'

export function PlaceDialog({ open }: { open: OpenPicker | null }) {
  const [opener, setOpener] = useState<Element | null>(null)
  if (open && open.opener !== opener) setOpener(open.opener)
  return (
    <Dialog
      open={open !== null}
      onOpenChange={(next) => next || closePlacePicker()}
      finalFocus={() => (opener instanceof HTMLElement && opener.isConnected ? opener : false)}
      title="Where are you?"
      description="We show food that is made near you."
    >
      {open && <PlaceForm />}
    </Dialog>
  )
}

function PlaceForm() {
  const { place: store } = useApp()
  const [place, setPlace] = useState(() => store.current())
  const id = useId()
  const save = () => {
    store.set(place)
    closePlacePicker()
    toast({ title: 'Location updated', description: `${place.label}, within ${radiusText(place.radiusMiles)}` })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <label htmlFor={id} className="flex justify-between font-semibold">
        How far around <span>{radiusText(place.radiusMiles)}</span>
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={50}
        value={place.radiusMiles}
        aria-valuetext={radiusText(place.radiusMiles)}
        onChange={(event) => setPlace({ ...place, radiusMiles: Number(event.currentTarget.value) })}
        className="mt-3 w-full accent-berry"
      />
      <Button type="submit" className="mt-8 w-full">
        Save
      </Button>
    </form>
  )
}
