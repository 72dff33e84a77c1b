/** Uploads a profile picture and stores its URL in the user's metadata. */
import { useMutation } from '@tanstack/react-query'
import { profileUpdated, type SessionUser, updateFailure, updateUser } from '#features/auth'
import { centredSquare, preparePicture } from '#features/uploads'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { memberKeys } from '#platform/query-keys.ts'
import { toast } from '#ui/toast'

const bucket = 'profile_images'

export function useReplacePicture(user: SessionUser) {
  const app = useApp()
  return useMutation({
    mutationFn: async (file: File) => replacePicture(app, user, await preparePicture(file, centredSquare)),
    onError: (error) =>
      toast(updateFailure(error, { title: 'Error', description: 'Failed to update profile picture.' })),
    meta: { success: profileUpdated, invalidates: [memberKeys.all] },
  })
}

/** @param file from `preparePicture`. @throws UserUpdateError if the upload succeeded and the account update failed */
async function replacePicture(app: AppContext, { id }: SessionUser, file: File): Promise<void> {
  const { storage } = await app.supabase()
  const pictures = storage.from(bucket)
  const [, extension = 'webp'] = file.type.split('/')
  const path = `${id}/profile.${extension}`
  const { error } = await pictures.upload(path, file, { upsert: true })
  if (error) throw error
  // The path stays the same, so a version parameter avoids the cached picture.
  const url = new URL(pictures.getPublicUrl(path).data.publicUrl)
  url.searchParams.set('v', Date.now().toString(36))
  await updateUser(app, { avatar_url: url.href })
  await removeOthers(app, id, `profile.${extension}`)
}

/** Best effort: a leftover picture of another format does no harm. */
async function removeOthers(app: AppContext, userId: string, keptName: string): Promise<void> {
  const pictures = (await app.supabase()).storage.from(bucket)
  const { data } = await pictures.list(userId)
  const others = (data ?? []).filter(({ name }) => name !== keptName).map(({ name }) => `${userId}/${name}`)
  if (others.length > 0) await pictures.remove(others)
}
