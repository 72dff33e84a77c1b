/** The member's profile picture, and the button that replaces it. */
import { uploadLabel } from '#domain/values/image-upload'
import { profileUpdated, type SessionUser, updateFailure, updateUser, useMember } from '#features/account/auth'
import { centredSquare, preparePicture } from '#features/account/uploads'
import { memberKeys } from '#keys/member-keys'
import type { AppContext } from '#platform/app-context.ts'
import { useWrite } from '#platform/use-write.ts'
import { Avatar } from '#ui/avatar'
import { Card } from '#ui/card'
import { FileButton } from '#ui/file-button'
import { toast } from '#ui/toast'

export function PictureCard() {
  const user = useMember()
  const { mutate, isPending } = useReplacePicture(user)
  return (
    <Card className="flex items-center gap-5">
      <Avatar name={user.name} url={user.avatarUrl} className="size-20 text-3xl" />
      <div className="min-w-0">
        <p className="text-lg font-semibold wrap-anywhere">{user.name}</p>
        <p className="text-ink-soft wrap-anywhere">{user.email}</p>
        <FileButton
          label="New profile picture"
          accept="image/*"
          onFiles={([file]) => file && mutate(file)}
          variant="secondary"
          size="sm"
          busy={isPending}
          className="mt-3"
        >
          {uploadLabel(isPending)}
        </FileButton>
      </div>
    </Card>
  )
}

const bucket = 'profile_images'

function useReplacePicture(user: SessionUser) {
  return useWrite({
    run: async (app, file: File) => replacePicture(app, user, await preparePicture(file, centredSquare)),
    success: profileUpdated,
    failure: 'shown',
    invalidates: [memberKeys.all],
    onError: (error) =>
      toast(updateFailure(error, { title: 'Error', description: 'Failed to update profile picture.' })),
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
