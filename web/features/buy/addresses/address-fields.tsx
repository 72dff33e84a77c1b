/**
 * The address form. The coordinates come from the postcode or the town. If both are unknown, the form asks for the
 * nearest town.
 */
import { useState } from 'react'
import { type AddressFormValues, addressForm, emptyAddress } from '#domain/locations/address-form'
import { useMember } from '#features/account/auth'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/checkbox'
import { TextField } from '#ui/text-field'
import { type Address, type SaveOutcome, useSaveAddress } from './address-book.ts'
import { PostcodeQuestion } from './address-question.tsx'
import { TownNearbyField } from './address-town-field.tsx'

export interface AddressFieldsProps {
  address?: Address | undefined
  /** The first address always becomes the default. */
  isFirst: boolean
  onSaved: (address: Address) => void
  onCancel?: () => void
}

export function AddressFields({ address, isFirst, onSaved, onCancel }: AddressFieldsProps) {
  const { name } = useMember()
  const { input, register, handleSubmit } = useZodForm(
    addressForm,
    address ? valuesOf(address) : { ...emptyAddress, fullName: name, isDefault: isFirst },
  )
  const { mutate, data: outcome, isPending, reset } = useSaveAddress()
  /** Null until the nearest town is needed. */
  const [town, setTown] = useState<string | null>(null)
  const [seenQuestion, setSeenQuestion] = useState<string | null>(null)
  const finish = (saved: SaveOutcome) => {
    if (saved.kind === 'saved') onSaved(saved.address)
    else if (saved.kind === 'questioned') setSeenQuestion(saved.question)
    else setTown((before) => before ?? '')
  }
  const save = handleSubmit((form) => mutate({ form, town, id: address?.id, seenQuestion }, { onSuccess: finish }))

  return (
    <form
      onSubmit={(event) => void save(event)}
      noValidate
      aria-label={address ? 'Address' : 'New address'}
      className="grid gap-4 sm:grid-cols-2"
    >
      <TextField label="Full name" autoComplete="name" className="sm:col-span-2" {...input('fullName')} />
      <TextField
        label="Address line 1"
        autoComplete="address-line1"
        className="sm:col-span-2"
        {...input('addressLine1')}
      />
      <TextField
        label="Address line 2 (optional)"
        autoComplete="address-line2"
        className="sm:col-span-2"
        {...input('addressLine2')}
      />
      <TextField label="Town or city" autoComplete="address-level2" {...input('city')} />
      <TextField label="Postcode" autoComplete="postal-code" autoCapitalize="characters" {...input('postalCode')} />
      <TextField
        label="Phone (optional)"
        type="tel"
        autoComplete="tel"
        hint="So that the seller can call if they can’t find you."
        {...input('phone')}
      />
      <p className="self-center text-sm text-ink-soft">Delivery is within the United Kingdom only.</p>
      {town !== null && (
        <div className="sm:col-span-2">
          <TownNearbyField
            label="Nearest town (optional)"
            focused
            value={town}
            onChange={(text) => {
              setTown(text)
              reset()
            }}
            error={
              outcome?.kind === 'town-unknown' ? 'Please choose a town from the list, or leave this empty.' : undefined
            }
          />
        </div>
      )}
      {!isFirst && !address?.is_default && (
        <Checkbox label="Make this my default address" className="sm:col-span-2" {...register('isDefault')} />
      )}
      {outcome?.kind === 'questioned' && (
        <div className="sm:col-span-2">
          <PostcodeQuestion>
            {outcome.question} Please check the town and the postcode, or save the address as it is.
          </PostcodeQuestion>
        </div>
      )}
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" busy={isPending}>
          {isPending ? 'Saving...' : 'Save address'}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

function valuesOf(address: Address): AddressFormValues {
  return {
    fullName: address.full_name,
    addressLine1: address.address_line1,
    addressLine2: address.address_line2 ?? '',
    city: address.city,
    postalCode: address.postal_code,
    phone: address.phone ?? '',
    isDefault: address.is_default,
  }
}
