/** The notice that the shop was saved in another tab or on another device, with the conflicting values. */
import { useEffect, useRef } from 'react'
import { Notice } from '#ui/notice'
import type { ShopSettingsValues } from './shop-settings.ts'

export interface EditConflict {
  /** Fields that both versions changed. The form keeps the seller's own values. */
  fields: readonly (keyof ShopSettingsValues)[]
  theirs: ShopSettingsValues
}

const labels: Record<keyof ShopSettingsValues, string> = {
  shopName: 'Shop name',
  description: 'Description',
  category: 'Category',
  logo: 'Logo',
  bannerImage: 'Banner',
  town: 'Town or district',
  deliveryRadiusMiles: 'Delivery radius',
  foodRegistration: 'Food registration number',
  hygieneRating: 'Food hygiene rating',
  pickupPlace: 'Pickup address',
}

export function EditConflictNotice({ conflict }: { conflict: EditConflict }) {
  const { fields, theirs } = conflict
  const section = useRef<HTMLElement>(null)
  // The save button is at the other end of the form.
  useEffect(() => {
    if (conflict) section.current?.focus()
  }, [conflict])
  return (
    <section ref={section} tabIndex={-1} aria-label="Changed elsewhere" className="rounded-control">
      <Notice tone="warning">
        <p className="font-semibold text-pretty">
          Your shop was saved in another tab or on another device since you opened this page.
        </p>
        <p className="mt-1 text-pretty">
          {fields.length === 0
            ? 'The form now includes those changes together with yours. Please check it and save again.'
            : 'These fields were changed in both places. The form shows what you entered here; saving again replaces what was saved elsewhere:'}
        </p>
        {fields.length > 0 && (
          <dl className="mt-3 space-y-2">
            {fields.map((field) => (
              <div key={field}>
                <dt className="text-sm font-semibold">{labels[field]}, as saved elsewhere</dt>
                <dd className="whitespace-pre-line wrap-anywhere">{savedText(field, theirs)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Notice>
    </section>
  )
}

function savedText(field: keyof ShopSettingsValues, theirs: ShopSettingsValues): string {
  if (field === 'logo' || field === 'bannerImage') return theirs[field] ? 'A different picture' : 'No picture'
  if (field === 'town') return theirs.town.text || 'Empty'
  if (field === 'pickupPlace') return Object.values(theirs.pickupPlace).filter(Boolean).join(', ') || 'Empty'
  return theirs[field] || 'Empty'
}
