/** The field groups of the shop settings form. */
import { Controller, useFormContext } from 'react-hook-form'
import { shopCategories } from '#domain/catalogue/categories'
import { hygieneRatings } from '#domain/food/hygiene'
import { useMember } from '#features/account/auth'
import { ImageUpload } from '#features/account/uploads'
import { fieldProps } from '#platform/field-props.ts'
import { Select } from '#ui/select'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import type { ShopSettingsValues } from './shop-settings.ts'
import { ShopTownField } from './shop-town-field.tsx'

const categories = shopCategories.map((category) => ({ value: category, label: category }))

const ratings = [
  { value: '', label: 'Not shown' },
  ...hygieneRatings.map(({ rating, label }) => ({ value: rating, label })),
]

function useShopForm() {
  const form = useFormContext<ShopSettingsValues>()
  return { ...form, input: fieldProps(form.register, form.formState.errors) }
}

export function ShopFields() {
  const { input } = useShopForm()
  return (
    <>
      <h2 className="text-xl">What you make</h2>
      <TextField
        label="Shop name"
        hint="Your shop’s web address stays the same when you change its name, so existing links keep working."
        autoComplete="organization"
        {...input('shopName')}
      />
      <TextArea label="Description" rows={5} {...input('description')} />
      <Select label="Category" options={categories} {...input('category')} />
    </>
  )
}

export interface PictureFieldsProps {
  onUploaded: (source: string) => void
  onBusyChange: (busy: boolean) => void
}

export function PictureFields({ onUploaded, onBusyChange }: PictureFieldsProps) {
  const { id: userId } = useMember()
  const { control } = useFormContext<ShopSettingsValues>()
  const pictures = [
    { name: 'logo', label: 'Logo', shape: 'square' },
    { name: 'bannerImage', label: 'Banner', shape: 'wide' },
  ] as const
  return (
    <>
      <h2 className="text-xl">How it looks</h2>
      {pictures.map(({ name, label, shape }) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <ImageUpload
              label={label}
              shape={shape}
              bucket="shop_images"
              folder={userId}
              value={field.value ?? null}
              onBusyChange={onBusyChange}
              onChange={(source) => {
                if (source) onUploaded(source)
                field.onChange(source)
              }}
            />
          )}
        />
      ))}
    </>
  )
}

export function WhereFields() {
  const { control, formState, input } = useShopForm()
  return (
    <>
      <h2 className="text-xl">Where you are</h2>
      <Controller
        control={control}
        name="town"
        render={({ field }) => (
          <ShopTownField
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={formState.errors.town?.text?.message}
          />
        )}
      />
      <TextField
        label="Delivery radius (miles)"
        hint="How far you deliver from your town. Leave it empty to deliver anywhere."
        inputMode="decimal"
        placeholder="No limit"
        autoComplete="off"
        {...input('deliveryRadiusMiles')}
        className="max-w-60"
      />
    </>
  )
}

export function PickupPlaceFields() {
  const { input } = useShopForm()
  return (
    <fieldset className="space-y-4 border-t border-line pt-5">
      <legend className="sr-only">Pickup address</legend>
      <div>
        <h3 className="text-lg">Pickup address</h3>
        <p className="mt-0.5 text-sm text-pretty text-ink-soft">
          Private. Only buyers who have paid for a pickup order see it, with that order.
        </p>
      </div>
      <TextField label="Address line 1" autoComplete="address-line1" {...input('pickupPlace.addressLine1')} />
      <TextField
        label="Address line 2 (optional)"
        autoComplete="address-line2"
        {...input('pickupPlace.addressLine2')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Town or city" autoComplete="address-level2" {...input('pickupPlace.city')} />
        <TextField
          label="Postcode"
          autoComplete="postal-code"
          autoCapitalize="characters"
          {...input('pickupPlace.postalCode')}
        />
      </div>
      <TextArea
        label="Instructions (optional)"
        rows={2}
        placeholder="For example: blue door, please ring twice"
        {...input('pickupPlace.instructions')}
      />
    </fieldset>
  )
}

export function FoodSafetyFields() {
  const { input } = useShopForm()
  return (
    <>
      <div>
        <h2 className="text-xl">Food safety</h2>
        <p className="mt-1 text-pretty text-ink-soft">
          You must register a food business with your local council at least 28 days before you start, even at home.
          Registration is free. Your shop’s page shows your hygiene rating; only administrators see your registration
          number.
        </p>
      </div>
      <TextField label="Food registration number (optional)" autoComplete="off" {...input('foodRegistration')} />
      <Select label="Food hygiene rating" options={ratings} {...input('hygieneRating')} />
    </>
  )
}
