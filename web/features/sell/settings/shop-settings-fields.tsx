/** The shop settings form: saves the shop, and merges changes saved elsewhere. */
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { usePictureDraft } from '#features/account/uploads'
import { EditConflictNotice, savedText, useMergedEdits } from '#features/sell/frame'
import { useUnsavedChanges } from '#platform/unsaved-changes.tsx'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { toast } from '#ui/toast'
import { shopSettingsForm } from './shop-form.ts'
import {
  type ShopSaveOutcome,
  type ShopSettings,
  type ShopSettingsValues,
  settingsValues,
  useSaveShop,
} from './shop-settings.ts'
import { FoodSafetyFields, PickupPlaceFields, PictureFields, ShopFields, WhereFields } from './shop-settings-parts.tsx'

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

function describe(field: keyof ShopSettingsValues, theirs: ShopSettingsValues): string {
  if (field === 'logo' || field === 'bannerImage') return theirs[field] ? 'a different picture' : 'no picture'
  if (field === 'town') return savedText(theirs.town.text)
  if (field === 'pickupPlace') return savedText(Object.values(theirs.pickupPlace).filter(Boolean).join(', '))
  return savedText(theirs[field])
}

export function ShopSettingsFields({ settings }: { settings: ShopSettings }) {
  const navigate = useNavigate()
  const pictures = usePictureDraft()
  const [uploads, setUploads] = useState(0)
  const form = useZodForm(shopSettingsForm, settingsValues(settings))
  const { base, setBase, conflict, merge } = useMergedEdits(form, settings, settingsValues)
  const { mutate, isPending } = useSaveShop((shop, before) => {
    pictures.commit([shop.logo, shop.banner_image], [before.shop.logo, before.shop.banner_image])
    setBase({ ...before, shop })
  })

  useUnsavedChanges(form.formState.isDirty && !isPending)

  function finish(outcome: ShopSaveOutcome): void {
    if ('saved' in outcome) {
      toast({ title: 'Shop updated!', description: 'Your shop settings have been updated successfully.' })
      void navigate(`/shop/${outcome.saved.slug}`)
    } else if (outcome.latest) {
      merge(outcome.latest)
      toast({
        title: 'Shop changed elsewhere',
        description: 'Nothing is lost: please check the form and save again.',
        variant: 'destructive',
      })
    } else toast({ title: 'Error', description: 'Shop data not found', variant: 'destructive' })
  }

  const submit = form.handleSubmit((values) => mutate({ base, form: values }, { onSuccess: finish }))

  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-6 space-y-6">
        <EditConflictNotice subject="Your shop" conflict={conflict} labels={labels} describe={describe} />
        <Card className="space-y-6">
          <ShopFields />
        </Card>
        <Card className="space-y-6">
          <PictureFields
            onUploaded={pictures.add}
            onBusyChange={(busy) => setUploads((count) => count + (busy ? 1 : -1))}
          />
        </Card>
        <Card className="space-y-6">
          <WhereFields />
          <PickupPlaceFields />
        </Card>
        <Card className="space-y-6">
          <FoodSafetyFields />
        </Card>
        <div className="own-bar sticky bottom-0 z-10 -mx-4 flex gap-3 border-t border-line bg-paper px-4 pt-3 pb-safe-3 sm:mx-0 sm:rounded-b-card sm:px-0">
          <Button type="submit" busy={isPending} disabled={uploads > 0} className="max-sm:grow">
            {isPending ? 'Saving...' : 'Save Changes'}
          </Button>
          <Button variant="secondary" onClick={() => void navigate(`/shop/${base.shop.slug}`)}>
            Cancel
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
