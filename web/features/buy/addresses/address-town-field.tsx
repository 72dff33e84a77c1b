/** Asks for the nearest town of a saved address. Shops with a delivery radius need its coordinates. */
import { useState } from 'react'
import { TownListField } from '#features/discover/location'
import { Button } from '#ui/button'
import { type Address, useSaveTown } from './address-book.ts'

export function AddressTownField({ address, onSaved }: { address: Address; onSaved: () => void }) {
  const [town, setTown] = useState('')
  const { mutate, data: outcome, isPending } = useSaveTown(address)
  const save = () => mutate(town, { onSuccess: (saved) => saved === 'saved' && onSaved() })

  return (
    <div className="flex flex-col items-start gap-3 rounded-control bg-paper-deep p-4">
      <div className="w-full max-w-sm">
        <TownNearbyField
          label="Nearest town"
          value={town}
          onChange={setTown}
          error={outcome === 'town-unknown' ? 'Please choose a town from the list.' : undefined}
        />
      </div>
      <Button variant="secondary" busy={isPending} onClick={save}>
        Save town
      </Button>
    </div>
  )
}

/** A field for the nearest town, with suggestions. It is shown when postcode and town did not give coordinates. */
interface TownNearbyFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  error?: string | undefined
  /** Takes the focus when it appears. */
  focused?: boolean
}

/** A constant function, so that React calls it only on mount and unmount. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus()

export function TownNearbyField({ value, onChange, focused = false, ...field }: TownNearbyFieldProps) {
  return (
    <TownListField
      {...field}
      ref={focused ? takeFocus : undefined}
      text={value}
      onType={onChange}
      onChoose={onChange}
      hint="Some shops only deliver nearby, and we couldn’t locate this address."
    />
  )
}
