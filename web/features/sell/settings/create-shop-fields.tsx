/** The form that opens a shop. */
import { type KeyboardEvent, useState } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { shopCategories } from '#domain/catalogue/categories'
import { useMember } from '#features/account/auth'
import { ImageUpload, usePictureDraft } from '#features/account/uploads'
import type { OwnShop } from '#features/sell/own-shop'
import { useApp } from '#platform/app-context.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Checkbox } from '#ui/checkbox'
import { lazyDialog } from '#ui/lazy-dialog'
import { Select } from '#ui/select'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toast'
import { useAvailableSlug, useCreateShop } from './create-shop.ts'
import { createShopForm, termsRequired } from './shop-form.ts'
import { ShopTownField } from './shop-town-field.tsx'

export interface CreateShopFieldsProps {
  onCreated: (shop: OwnShop) => void
  /** The seller already has a shop. */
  onExists: () => void
}

const categories = [
  { value: '', label: 'Choose a category', disabled: true },
  ...shopCategories.map((category) => ({ value: category, label: category })),
]

const emptyForm = {
  shopName: '',
  description: '',
  logo: null,
  town: { text: '', place: null },
} satisfies Partial<z.input<typeof createShopForm>>

const AgreementDialog = lazyDialog(() => import('./agreement-dialog.tsx').then((module) => module.AgreementDialog))

export function CreateShopFields({ onCreated, onExists }: CreateShopFieldsProps) {
  const { id: userId } = useMember()
  const app = useApp()
  const pictures = usePictureDraft()
  const [isAccepted, setAccepted] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const { input, control, handleSubmit, watch, formState } = useZodForm(createShopForm, emptyForm)
  const { errors } = formState
  const create = useCreateShop()
  const slug = useAvailableSlug(watch('shopName'))

  const showTermsRequired = () => toast({ ...termsRequired, variant: 'destructive' })
  /** Browsers ignore Enter while the submit button is disabled, so Enter explains what is missing. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.defaultPrevented || isAccepted) return
    if (event.target instanceof HTMLInputElement) showTermsRequired()
  }
  function finish(shop: OwnShop | null): void {
    if (shop) {
      pictures.commit([shop.logo], [])
      onCreated(shop)
    } else onExists()
  }
  const submit = handleSubmit((form) => {
    if (isAccepted) create.mutate(form, { onSuccess: finish })
    else showTermsRequired()
  })

  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={onKeyDown} noValidate className="mt-8 space-y-6">
      <Card className="space-y-6">
        <div>
          <TextField label="Shop name" autoComplete="organization" {...input('shopName')} />
          {slug && (
            <p aria-live="polite" className="mt-1.5 text-sm wrap-anywhere text-ink-soft">
              Your shop’s web address:{' '}
              <span className="font-medium text-ink">{`${new URL(app.config.siteUrl).host}/shop/${slug}`}</span>
            </p>
          )}
        </div>
        <TextArea
          label="Description"
          hint="What do you make, and what makes it special? At least 10 characters."
          {...input('description')}
        />
        <Select label="Category" options={categories} defaultValue="" {...input('category')} />
        <Controller
          control={control}
          name="town"
          render={({ field }) => (
            <ShopTownField
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={errors.town?.text?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="logo"
          render={({ field }) => (
            <ImageUpload
              label="Logo (optional)"
              bucket="shop_images"
              folder={userId}
              value={field.value ?? null}
              onBusyChange={setUploading}
              onChange={(source) => {
                if (source) pictures.add(source)
                field.onChange(source)
              }}
            />
          )}
        />
      </Card>
      <Terms isAccepted={isAccepted} onChange={setAccepted} />
      <Button type="submit" size="lg" disabled={!isAccepted || isUploading} busy={create.isPending} className="w-full">
        {create.isPending ? 'Creating shop...' : 'Create Shop'}
      </Button>
    </form>
  )
}

function Terms({ isAccepted, onChange }: { isAccepted: boolean; onChange: (accepted: boolean) => void }) {
  const [isAgreementOpen, setAgreementOpen] = useState(false)
  return (
    <div className="rounded-card border border-line bg-card p-5 sm:p-6">
      <Checkbox
        label="I have read and accept the Health & Safety Terms."
        checked={isAccepted}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p className="mt-1 pl-7.5 text-sm text-pretty text-ink-soft">
        They cover food safety and what you promise about allergens.{' '}
        <Button variant="link" onClick={() => setAgreementOpen(true)}>
          Read the Seller Health &amp; Safety Agreement
        </Button>
      </p>
      <AgreementDialog open={isAgreementOpen} onClose={() => setAgreementOpen(false)} />
    </div>
  )
}
