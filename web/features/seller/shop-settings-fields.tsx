/** The shop settings form: saves the shop, and merges changes saved elsewhere. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { type ShopSettingsForm, shopSettingsForm } from '#domain/forms/shop-form'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { toast } from '#ui/toast'
import { type EditConflict, EditConflictNotice } from './edit-conflict.tsx'
import { mergeChanges } from './merge-changes.ts'
import { usePictureDraft } from './picture-draft.ts'
import { refusalMessage } from './refusal-message.ts'
import {
  readShopSettings,
  refreshSavedShop,
  type ShopSettings,
  type ShopSettingsValues,
  savePickupPlace,
  saveShop,
  settingsValues,
} from './shop-settings.ts'
import { FoodSafetyFields, PickupPlaceFields, PictureFields, ShopFields, WhereFields } from './shop-settings-parts.tsx'

export interface ShopSettingsFieldsProps {
  userId: string
  settings: ShopSettings
}

export function ShopSettingsFields({ userId, settings }: ShopSettingsFieldsProps) {
  const app = useApp()
  const navigate = useNavigate()
  const pictures = usePictureDraft()
  const [uploads, setUploads] = useState(0)
  const [conflict, setConflict] = useState<EditConflict | null>(null)
  /** The saved version that the form started from. */
  const [base, setBase] = useState(settings)
  const form = useForm({ resolver: zodResolver(shopSettingsForm), defaultValues: settingsValues(base) })
  const { isSubmitting } = form.formState

  /** Merges what was saved elsewhere into the form; the seller saves again. */
  function mergeLatest(mine: ShopSettingsValues, latest: ShopSettings): void {
    const theirs = settingsValues(latest)
    const { values, conflicting } = mergeChanges({ base: settingsValues(base), mine, theirs })
    form.reset(values)
    setBase(latest)
    setConflict({ fields: conflicting, theirs })
    toast({
      title: 'Shop changed elsewhere',
      description: 'Nothing is lost: please check the form and save again.',
      variant: 'destructive',
    })
  }

  async function save(values: ShopSettingsForm): Promise<void> {
    const mine = form.getValues()
    const saved = await saveShop(app, userId, base.shop, values)
    if (saved) {
      pictures.commit([saved.logo, saved.banner_image], [base.shop.logo, base.shop.banner_image])
      refreshSavedShop(app, userId, saved)
      // If saving the pickup address fails, the next attempt starts from the shop saved here.
      setBase({ ...base, shop: saved })
      await savePickupPlace(app, saved.id, values.pickupPlace)
      toast({ title: 'Shop updated!', description: 'Your shop settings have been updated successfully.' })
      void navigate(`/shop/${saved.slug}`)
      return
    }
    const latest = await readShopSettings(app, userId)
    if (latest) mergeLatest(mine, latest)
    else toast({ title: 'Error', description: 'Shop data not found', variant: 'destructive' })
  }

  const submit = form.handleSubmit((values) =>
    save(values).catch((error: unknown) =>
      toast({
        title: 'Shop update failed',
        description: refusalMessage(error) ?? 'Unable to update shop information.',
        variant: 'destructive',
      }),
    ),
  )

  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-6 space-y-6">
        {conflict && <EditConflictNotice conflict={conflict} />}
        <Card className="space-y-6">
          <ShopFields />
        </Card>
        <Card className="space-y-6">
          <PictureFields
            userId={userId}
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
        <div className="own-bar sticky bottom-0 z-10 -mx-4 flex gap-3 border-t border-line bg-paper px-4 pt-3 pb-safe-3 sm:mx-0 sm:rounded-b-2xl sm:px-0">
          <Button type="submit" busy={isSubmitting} disabled={uploads > 0} className="max-sm:grow">
            {isSubmitting ? 'Saving...' : 'Save Changes'}
          </Button>
          <Button variant="secondary" onClick={() => void navigate(`/shop/${base.shop.slug}`)}>
            Cancel
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
