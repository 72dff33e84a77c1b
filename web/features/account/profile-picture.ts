/** Uploads a profile picture and stores its URL in the user's metadata. */
import { type SessionUser, updateUser } from '#features/auth'
import type { AppContext } from '#platform/app-context.ts'

const bucket = 'profile_images'

/** @param file from `preparePicture`. @throws UserUpdateError if the upload succeeded and the account update failed */
export async function replaceProfilePicture(app: AppContext, { id }: SessionUser, file: File): Promise<void> {
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
