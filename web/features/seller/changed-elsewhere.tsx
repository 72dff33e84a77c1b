/** Says that the shop was saved in another tab or on another device in the meantime, and what it says there. */
import { useEffect, useRef } from 'react'
import type { ShopSettingsValues } from './shop-settings.ts'

export interface Dispute {
  /** What both have changed: the form has the seller's own version. */
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

export function ChangedElsewhere({ dispute }: { dispute: Dispute }) {
  const { fields, theirs } = dispute
  const section = useRef<HTMLElement>(null)
  // The button that was pressed is at the other end of the form.
  useEffect(() => {
    if (dispute) section.current?.focus()
  }, [dispute])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Changed elsewhere"
      className="rounded-2xl border border-honey/40 bg-honey-pale p-5 text-honey-deep sm:p-6"
    >
      <p className="font-semibold text-pretty">
        Your shop was saved in another tab or on another device since you opened this page.
      </p>
      <p className="mt-1 text-pretty">
        {fields.length === 0
          ? 'What was saved there is in the form now, together with your own changes. Please check it and save again.'
          : 'Both of you have changed the following. The form has what you entered here; saving again replaces what was saved there:'}
      </p>
      {fields.length > 0 && (
        <dl className="mt-3 space-y-2">
          {fields.map((field) => (
            <div key={field}>
              <dt className="text-sm font-semibold">{labels[field]}, as saved there</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{textOf(field, theirs)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function textOf(field: keyof ShopSettingsValues, theirs: ShopSettingsValues): string {
  if (field === 'logo' || field === 'bannerImage') return theirs[field] ? 'Another picture' : 'No picture'
  if (field === 'town') return theirs.town.text || 'Nothing'
  if (field === 'pickupPlace') return Object.values(theirs.pickupPlace).filter(Boolean).join(', ') || 'Nothing'
  return theirs[field] || 'Nothing'
}
