/** A worked example of the terms in the form: what an order to a place of the seller's choice pays. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { exampleText, readDeliveryTerms } from '#domain/delivery/delivery-terms'
import { shortPlaceLabel } from '#domain/locations/chosen-place'
import { milesBetween } from '#domain/locations/distance'
import { postcodeDistrict } from '#domain/locations/postcode'
import { toPence } from '#domain/values/money'
import { findNamedPlace, usePlace } from '#features/discover/location'
import type { OwnShop } from '#features/sell/own-shop'
import { sellerKeys } from '#keys/seller'
import { Card } from '#ui/card'
import { TextField } from '#ui/text-field'
import { type DeliveryTermsFormInput, deliveryTermsForm } from './delivery-terms-form.ts'

export function DeliveryExample({ shop }: { shop: OwnShop }) {
  const { watch } = useFormContext<DeliveryTermsFormInput>()
  const parsed = deliveryTermsForm.safeParse(watch())
  const own = shortPlaceLabel(usePlace().label)
  const [amount, setAmount] = useState('30')
  const [where, setWhere] = useState(own)
  const miles = useMiles(shop, where)
  const pence = /^\d{1,4}(\.\d{1,2})?$/.test(amount.trim()) ? toPence(amount.trim()) : null
  const district = postcodeDistrict(where)
  const name = district ?? where.trim()
  const sentence =
    !parsed.data || pence === null || name === ''
      ? 'Fill in the fees, and the example shows what an order pays.'
      : parsed.data.basis === 'distance' && miles === null
        ? `${name} could not be found. Try a town.`
        : exampleText(readDeliveryTerms(parsed.data), pence, { name, miles, district })
  return (
    <Card>
      <h2 className="text-xl">For example</h2>
      <div className="mt-4 grid grid-cols-2 gap-4 sm:max-w-md">
        <TextField
          label="An order of (£)"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <TextField
          label="To town or postcode"
          autoComplete="off"
          value={where}
          onChange={(event) => setWhere(event.currentTarget.value)}
        />
      </div>
      <p role="status" className="mt-4 font-semibold">
        {sentence}
      </p>
    </Card>
  )
}

/** Null if the place or the shop's own is not known. */
function useMiles({ lat, lon }: OwnShop, where: string): number | null {
  const { data: place = null } = useQuery({
    queryKey: sellerKeys.namedPlace(where),
    queryFn: () => findNamedPlace(where),
  })
  if (lat === null || lon === null || place === null) return null
  return Math.round(milesBetween({ lat, lon }, place) * 10) / 10
}
