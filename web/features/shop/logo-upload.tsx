/** Lets the owner replace the shop's logo by pressing it. */

import { type ReactNode, useState } from 'react'
import { uploadLabel } from '#domain/image-upload'
import { useSession } from '#features/auth'
import { Button } from '#ui/button'
import { useFilePicker } from '#ui/file-button'
import { Spinner } from '#ui/spinner'
import { useReplaceLogo } from './replace-logo.ts'
import type { Shop } from './shop.ts'

export interface LogoUploadProps {
  shop: Shop
  /** The current logo. */
  children: ReactNode
}

export function LogoUpload({ shop, children }: LogoUploadProps) {
  const session = useSession()
  const { open, input } = useFilePicker({
    label: 'New shop logo',
    accept: 'image/*',
    onFiles: ([file]) => file && choose(file),
  })
  /** The new logo as a data URL, from reading the file until the page shows the stored one. */
  const [preview, setPreview] = useState<string | null>(null)
  const { mutate, isPending } = useReplaceLogo(shop, setPreview)

  function choose(file: File): void {
    if (session.status === 'signed-in') mutate({ file, ownerId: session.user.id })
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
          <span className="flex items-center gap-1.5 rounded-full border border-ink/20 bg-card px-3 py-1 text-xs font-semibold whitespace-nowrap shadow-rest group-hover:border-ink/45 group-hover:bg-white">
            {isPending && <Spinner />}
            {uploadLabel(isPending)}
          </span>
        </span>
      </Button>
      {input}
    </div>
  )
}
