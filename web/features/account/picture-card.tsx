/** The member's profile picture, and the button that replaces it. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadLabel } from '#domain/image-upload'
import { type SessionUser, UserUpdateError, userUpdateFailed } from '#features/auth'
import { centredSquare, PictureError, preparePicture } from '#features/uploads'
import { useApp } from '#platform/app-context.ts'
import { Avatar } from '#ui/avatar'
import { Card } from '#ui/card'
import { FileButton } from '#ui/file-button'
import { toast } from '#ui/toast'
import type { Notice } from '#web/ui/toast-store.ts'
import { replaceProfilePicture } from './profile-picture.ts'

export function PictureCard({ user }: { user: SessionUser }) {
  const app = useApp()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function choose(file: File): Promise<void> {
    setBusy(true)
    try {
      await replaceProfilePicture(app, user, await preparePicture(file, centredSquare))
      await queryClient.invalidateQueries({ queryKey: ['me'] })
      toast({ title: 'Profile updated', description: 'Your profile has been updated successfully.' })
    } catch (error) {
      toast(errorNotice(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card className="flex items-center gap-5">
      <Avatar name={user.name} url={user.avatarUrl} className="size-20 text-3xl" />
      <div className="min-w-0">
        <p className="text-lg font-semibold wrap-anywhere">{user.name}</p>
        <p className="text-ink-soft wrap-anywhere">{user.email}</p>
        <FileButton
          label="New profile picture"
          accept="image/*"
          onFiles={([file]) => file && void choose(file)}
          variant="secondary"
          size="sm"
          busy={isBusy}
          className="mt-3"
        >
          {uploadLabel(isBusy)}
        </FileButton>
      </div>
    </Card>
  )
}

/** The error of the file's validation, or a general message. */
function errorNotice(error: unknown): Notice {
  if (error instanceof UserUpdateError) return userUpdateFailed
  const description = error instanceof PictureError ? error.message : 'Failed to update profile picture.'
  return { title: 'Error', description, variant: 'destructive' }
}
