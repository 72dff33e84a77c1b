/** Whether the shop is registered for VAT, and at which rate it sells. The export shows the VAT of each sale. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMember } from '#features/account/auth'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Select } from '#ui/select'
import { Skeleton } from '#ui/skeleton'
import { TextField } from '#ui/text-field'
import { useSaveProductRate, useSaveRegistration, type VatRates, vatQuery } from './vat.ts'

const rates = [
  { value: '0', label: 'Zero rate, 0%' },
  { value: '20', label: 'Standard rate, 20%' },
] as const

export function VatSection({ shopId }: { shopId: string }) {
  const { data, isError, refetch } = useQuery(vatQuery(useApp(), useMember().id, shopId))
  return (
    <section aria-labelledby="vat" className="mt-10">
      <h2 id="vat" className="text-2xl">
        VAT
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-ink-soft">
        Most cold bakes, such as cakes and bread, are zero-rated in the UK. Confectionery, biscuits covered in chocolate
        and hot food are standard-rated. Only you see these settings. If you are unsure, ask HMRC or your accountant.
      </p>
      {data ? (
        <Settings key={data.registration?.registered_from ?? 'none'} shopId={shopId} vat={data} />
      ) : isError ? (
        <LoadFailedLine retry={() => void refetch()} className="mt-4">
          Your VAT settings could not be loaded.
        </LoadFailedLine>
      ) : (
        <Skeleton shape="card" className="mt-4 h-40" />
      )}
    </section>
  )
}

function Settings({ shopId, vat: { registration, products } }: { shopId: string; vat: VatRates }) {
  const [from, setFrom] = useState(registration?.registered_from ?? '')
  const [rate, setRate] = useState(String(registration?.default_rate ?? 0))
  const save = useSaveRegistration(shopId)
  const saveRate = useSaveProductRate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(from === '' ? null : { registered_from: from, default_rate: Number(rate) })
  }
  return (
    <Card className="mt-4">
      <form onSubmit={submit} className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Registered for VAT from"
          hint="Empty if you are not registered."
          type="date"
          min="1973-04-01"
          max="2999-12-31"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <Select label="Usual rate" value={rate} options={rates} onValueChange={setRate} />
        <Button type="submit" variant="secondary" busy={save.isPending} className="justify-self-start">
          Save
        </Button>
      </form>
      {registration && products.length > 0 && (
        <details className="mt-5">
          <summary className="py-2 font-semibold">Products with another rate</summary>
          <ul className="mt-2 divide-y divide-line">
            {products.map((product) => (
              <li key={product.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
                <span className="min-w-0 grow basis-40 wrap-anywhere">{product.name}</span>
                <Select
                  label={`VAT rate of ${product.name}`}
                  labelHidden
                  value={product.rate === null ? '' : String(product.rate)}
                  options={[{ value: '', label: 'Usual rate' }, ...rates]}
                  onValueChange={(value) =>
                    saveRate.mutate({ id: product.id, rate: value === '' ? null : Number(value) })
                  }
                  className="w-52"
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}
