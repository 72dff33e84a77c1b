/** Replaces the logo of the member's own shop. */
import { useMutation } from '@tanstack/react-query'
import { unreadableFile } from '#domain/image-upload'
import { centredSquare, PictureError, preparePicture, removePicture, uploadPicture } from '#features/uploads'
import { accountKeys } from '#keys/account'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { shopKeys } from './keys.ts'
import type { Shop } from './shop.ts'

/** @param onPreview called with the new logo as a data URL, and with null once the page shows the stored one */
export function useReplaceLogo(shop: Shop, onPreview: (dataUrl: string | null) => void) {
  const app = useApp()
  return useMutation({
    mutationFn: async ({ file, ownerId }: { file: File; ownerId: string }) => {
      const picture = await preparePicture(file, centredSquare)
      onPreview(await asDataUrl(picture))
      await replaceLogo(app, shop, ownerId, picture)
    },
    onSuccess: (_data, { ownerId }) =>
      Promise.all([
        app.queryClient.invalidateQueries({ queryKey: shopKeys.one(shop.slug) }),
        // The dashboard shows the logo too, from a query that is not mounted here.
        app.queryClient.invalidateQueries({ queryKey: accountKeys.ownShop(ownerId), refetchType: 'all' }),
      ]),
    onSettled: () => onPreview(null),
    meta: {
      success: { title: 'Shop updated', description: `${shop.name} has been updated.` },
      failure: { title: 'Update failed', description: 'Unable to update shop logo.' },
    },
  })
}

/** Uploads first, then updates the shop, then removes the old file. After any failure the shop still has a logo. */
async function replaceLogo(app: AppContext, shop: Shop, ownerId: string, picture: File): Promise<void> {
  const logo = await uploadPicture(app, { bucket: 'shop_images', folder: ownerId, file: picture })
  const client = await app.supabase()
  try {
    unwrap(await client.from('shops').update({ logo }).eq('id', shop.id).select('id').single())
  } catch (error) {
    await removePicture(app, logo)
    throw error
  }
  if (shop.logo) await removePicture(app, shop.logo)
}

function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new PictureError(unreadableFile, { cause: reader.error }))
    reader.readAsDataURL(file)
  })
}
