/** Asks for the nearest town of a saved address. Shops with a delivery radius need its coordinates. */
import { useState } from 'react'
import { Button } from '#ui/button'
import { type Address, useSaveTown } from './address-book.ts'
import { TownNearbyField } from './town-nearby-field.tsx'

export interface AddressTownFieldProps {
  userId: string
  address: Address
  onSaved: () => void
}

export function AddressTownField({ userId, address, onSaved }: AddressTownFieldProps) {
  const [town, setTown] = useState('')
  const { mutate, data: outcome, isPending } = useSaveTown(userId, address)
  const save = () => mutate(town, { onSuccess: (saved) => saved === 'saved' && onSaved() })

  return (
    <div className="flex flex-col items-start gap-3 rounded-xl bg-paper-deep p-4">
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
