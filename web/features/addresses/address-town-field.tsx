/** Asks for the nearest town of a saved address. Shops with a delivery radius need its coordinates. */
import { useState } from 'react'
import { findTownPlace } from '#features/place'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { toast } from '#ui/toast'
import { type Address, savePlace } from './address-book.ts'
import { TownNearbyField } from './town-nearby-field.tsx'

export interface AddressTownFieldProps {
  userId: string
  address: Address
  onSaved: () => void
}

export function AddressTownField({ userId, address, onSaved }: AddressTownFieldProps) {
  const app = useApp()
  const [town, setTown] = useState('')
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  async function save(): Promise<void> {
    setSaving(true)
    try {
      const place = await findTownPlace(town)
      if (!place) return setError('Please choose a town from the list.')
      await savePlace(app, userId, address, place)
      onSaved()
    } catch {
      toast({ title: 'Error', description: 'Failed to save address. Please try again.', variant: 'destructive' })
    } finally {
      setSaving(false)
    }
  }

  return (
    <div className="flex flex-col items-start gap-3 rounded-xl bg-paper-deep p-4">
      <div className="w-full max-w-sm">
        <TownNearbyField label="Nearest town" value={town} onChange={setTown} error={error} />
      </div>
      <Button variant="secondary" busy={isSaving} onClick={() => void save()}>
        Save town
      </Button>
    </div>
  )
}
