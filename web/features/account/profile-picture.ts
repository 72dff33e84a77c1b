/** One's picture in storage, always at the same place, and its address with the account. */
import { type SessionUser, updateUser } from '#features/auth'
import type { AppContext } from '#web/app/app-context.ts'

const bucket = 'profile_images'

/** @param file as `preparePicture` made it. @throws UserUpdateError where it was uploaded and the account does not know */
export async function replaceProfilePicture(app: AppContext, { id }: SessionUser, file: File): Promise<void> {
  const { storage } = await app.supabase()
  const pictures = storage.from(bucket)
  const [, extension = 'webp'] = file.type.split('/')
  const path = `${id}/profile.${extension}`
  const { error } = await pictures.upload(path, file, { upsert: true })
  if (error) throw error
  // The same address with another picture behind it would be shown from the cache.
  const url = new URL(pictures.getPublicUrl(path).data.publicUrl)
  url.searchParams.set('v', Date.now().toString(36))
  await updateUser(app, { avatar_url: url.href })
  await removeOthers(app, id, `profile.${extension}`)
}

/** Best effort: one of another format that is left behind does no harm. */
async function removeOthers(app: AppContext, userId: string, keptName: string): Promise<void> {
  const pictures = (await app.supabase()).storage.from(bucket)
  const { data } = await pictures.list(userId)
  const others = (data ?? []).filter(({ name }) => name !== keptName).map(({ name }) => `${userId}/${name}`)
  if (others.length > 0) await pictures.remove(others)
}
