/** The business's name and address on every label, kept for the shop. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Tables } from '#domain/database.generated'
import { useMember } from '#features/account/auth'
import { useSellerShop } from '#features/sell/frame'
import { sellerProductKeys } from '#keys/seller-products'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { readOptional } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import type { LabelBusiness } from './food-label.tsx'

function labelBusinessQuery(app: AppContext, userId: string, shopId: string) {
  return queryOptions({
    queryKey: sellerProductKeys.labelBusiness(userId),
    queryFn: async ({ signal }): Promise<LabelBusiness> => {
      const record = await readOptional<Pick<Tables<'shop_records'>, 'label_name' | 'label_address'>>(app, (client) =>
        client
          .from('shop_records')
          .select('label_name, label_address')
          .eq('shop_id', shopId)
          .abortSignal(signal)
          .maybeSingle(),
      )
      return { name: record?.label_name ?? '', address: record?.label_address ?? '' }
    },
  })
}

export function useLabelBusiness() {
  return useQuery(labelBusinessQuery(useApp(), useMember().id, useSellerShop().id))
}

function useSaveLabelBusiness() {
  const { id: userId } = useMember()
  const { id: shopId } = useSellerShop()
  return useWrite({
    write: (client, { name, address }: LabelBusiness) => {
      const columns = { label_name: name.trim() || null, label_address: address.trim() || null }
      return client.from('shop_records').update(columns).eq('shop_id', shopId)
    },
    success: { title: 'Business details saved', description: 'Every label prints them from now on.' },
    failure: { title: 'The business details could not be saved', description: 'Please try again.' },
    invalidates: [sellerProductKeys.labelBusiness(userId)],
  })
}

export function LabelBusinessFields() {
  const { data: saved } = useLabelBusiness()
  // The form starts from the saved values.
  return saved ? <Fields key={JSON.stringify(saved)} saved={saved} /> : null
}

function Fields({ saved }: { saved: LabelBusiness }) {
  const save = useSaveLabelBusiness()
  const [business, setBusiness] = useState(saved)
  const headingId = useId()
  const isChanged = business.name !== saved.name || business.address !== saved.address

  function submit(event: FormEvent): void {
    event.preventDefault()
    save.mutate(business)
  }

  return (
    <Card className="mt-4">
      <form onSubmit={submit} aria-labelledby={headingId}>
        <h2 id={headingId} className="font-sans text-base tracking-normal">
          Business on every label
        </h2>
        <p className="mt-1 text-sm text-pretty text-ink-soft">
          The law requires it on food that is packed before it is ordered. Only your labels show it.
        </p>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <TextField
            label="Business name"
            autoComplete="organization"
            maxLength={80}
            value={business.name}
            onChange={(event) => setBusiness({ ...business, name: event.currentTarget.value })}
          />
          <TextArea
            label="Business address"
            rows={2}
            maxLength={200}
            value={business.address}
            onChange={(event) => setBusiness({ ...business, address: event.currentTarget.value })}
          />
        </div>
        {isChanged && (
          <Button type="submit" variant="secondary" busy={save.isPending} className="mt-4">
            {save.isPending ? 'Saving...' : 'Save business details'}
          </Button>
        )}
      </form>
    </Card>
  )
}
