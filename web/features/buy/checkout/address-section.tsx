/** The delivery address: chosen from the address book, or a new one. */
import { useState } from 'react'
import {
  type Address,
  AddressFields,
  AddressQuestion,
  AddressTownField,
  addressLines,
  useAddresses,
} from '#features/buy/addresses'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Choice } from '#ui/choice'
import { Loaded } from '#ui/loaded'
import { Skeleton } from '#ui/skeleton'
import { errorIds } from './checkout-errors.ts'
import { SectionError } from './section-error.tsx'

export interface AddressSectionProps {
  chosen: Address | undefined
  onChoose: (addressId: string) => void
  error: string | undefined
}

export function AddressSection({ chosen, onChoose, error }: AddressSectionProps) {
  const addresses = useAddresses()
  return (
    <section aria-labelledby="delivery-address">
      <Card className="flex flex-col gap-4">
        <h2 id="delivery-address" className="text-xl">
          Delivery address
        </h2>
        <div id={errorIds.address} tabIndex={-1} className="flex scroll-mt-28 flex-col gap-4">
          <SectionError id={`${errorIds.address}-error`}>{error}</SectionError>
          <Loaded
            query={addresses}
            isLine
            failed="Your addresses could not be loaded."
            loading={<Skeleton shape="field" className="h-20" />}
          >
            {(book) => <AddressBook addresses={book} chosen={chosen} onChoose={onChoose} error={error} />}
          </Loaded>
        </div>
      </Card>
    </section>
  )
}

function AddressBook({ addresses, chosen, onChoose, error }: AddressSectionProps & { addresses: readonly Address[] }) {
  const [isAdding, setAdding] = useState(false)
  if (isAdding || addresses.length === 0) {
    return (
      <AddressFields
        isFirst={addresses.length === 0}
        onSaved={({ id }) => {
          onChoose(id)
          setAdding(false)
        }}
        onCancel={addresses.length === 0 ? undefined : () => setAdding(false)}
      />
    )
  }
  return (
    <>
      <fieldset aria-describedby={error && `${errorIds.address}-error`} className="grid min-w-0 gap-2 sm:grid-cols-2">
        <legend className="sr-only">Delivery address</legend>
        {addresses.map((address) => (
          <Choice
            look="card"
            key={address.id}
            name="delivery-address"
            checked={address.id === chosen?.id}
            onChange={() => onChoose(address.id)}
          >
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="font-semibold wrap-anywhere">{address.full_name}</span>
              {address.is_default && <Badge tone="leaf">Default Address</Badge>}
            </span>
            {addressLines(address).map((line) => (
              <span key={line} className="block text-sm text-ink-soft wrap-anywhere">
                {line}
              </span>
            ))}
          </Choice>
        ))}
      </fieldset>
      {chosen && <AddressQuestion address={chosen} />}
      {error && chosen?.lat === null && (
        <AddressTownField key={chosen.id} address={chosen} onSaved={() => onChoose(chosen.id)} />
      )}
      <Button variant="secondary" className="self-start" onClick={() => setAdding(true)}>
        Add New Address
      </Button>
    </>
  )
}
