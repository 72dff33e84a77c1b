/** Lets the owner replace the shop's logo by pressing it. */
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { unreadableFile, uploadLabel } from '#domain/values/image-upload'
import { useUserId } from '#features/account/auth'
import { centredSquare, PictureError, preparePicture, removePicture, uploadPicture } from '#features/account/uploads'
import { shopKeys } from '#keys/shop'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { Button } from '#ui/button'
import { useFilePicker } from '#ui/file-button'
import { Spinner } from '#ui/spinner'
import type { Shop } from './shop.ts'

export function LogoUpload({ shop, children }: { shop: Shop; children: ReactNode }) {
  const ownerId = useUserId()
  const { open, input } = useFilePicker({
    label: 'New shop logo',
    accept: 'image/*',
    onFiles: ([file]) => file && choose(file),
  })
  /** The new logo as a data URL, from reading the file until the page shows the stored one. */
  const [preview, setPreview] = useState<string | null>(null)
  const { mutate, isPending } = useReplaceLogo(shop, setPreview)

  function choose(file: File): void {
    if (ownerId) mutate({ file, ownerId })
  }

  return (
    <div className="relative self-start">
      <Button
        variant="plain"
        disabled={isPending}
        aria-busy={isPending || undefined}
        onClick={open}
        className="group block rounded-full"
      >
        {preview ? (
          <span className="relative block">
            {children}
            <img src={preview} alt="" className="absolute inset-1 size-[calc(100%-0.5rem)] rounded-full object-cover" />
          </span>
        ) : (
          children
        )}
        <span className="absolute inset-x-0 -bottom-3 flex justify-center">
          <span className="flex items-center gap-1.5 rounded-full border border-ink/20 bg-card px-3 py-1 text-xs font-semibold whitespace-nowrap shadow-rest group-hover:border-ink/45 group-hover:bg-raised">
            {isPending && <Spinner />}
            {uploadLabel(isPending)}
          </span>
        </span>
      </Button>
      {input}
    </div>
  )
}

/** @param onPreview called with the new logo as a data URL, and with null once the page shows the stored one */
function useReplaceLogo(shop: Shop, onPreview: (dataUrl: string | null) => void) {
  const app = useApp()
  return useMutation({
    mutationFn: async ({ file, ownerId }: { file: File; ownerId: string }) => {
      const picture = await preparePicture(file, centredSquare)
      onPreview(await asDataUrl(picture))
      await replaceLogo(app, shop, ownerId, picture)
    },
    onSuccess: async (_data, { ownerId }) => {
      await Promise.all([
        app.queryClient.invalidateQueries({ queryKey: shopKeys.one(shop.slug) }),
        // The dashboard shows the logo too, from a query that is not mounted here.
        app.queryClient.invalidateQueries({ queryKey: shopKeys.own(ownerId), refetchType: 'all' }),
      ])
      // Not earlier, because the page may still be loading it.
      if (shop.logo) await removePicture(app, shop.logo)
    },
    onSettled: () => onPreview(null),
    meta: {
      success: { title: 'Shop updated', description: `${shop.name} has been updated.` },
      failure: { title: 'Update failed', description: 'Unable to update shop logo.' },
    },
  })
}

/** Uploads first, then updates the shop. After any failure the shop still has a logo. */
async function replaceLogo(app: AppContext, shop: Shop, ownerId: string, picture: File): Promise<void> {
  const logo = await uploadPicture(app, { bucket: 'shop_images', folder: ownerId, file: picture })
  try {
    await read(app, (client) => client.from('shops').update({ logo }).eq('id', shop.id).select('id').single())
  } catch (error) {
    await removePicture(app, logo)
    throw error
  }
}

function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new PictureError(unreadableFile, { cause: reader.error }))
    reader.readAsDataURL(file)
  })
}
