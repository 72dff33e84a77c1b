/** The member's profile picture, and the button that replaces it. */
import { uploadLabel } from '#domain/image-upload'
import type { SessionUser } from '#features/auth'
import { Avatar } from '#ui/avatar'
import { Card } from '#ui/card'
import { FileButton } from '#ui/file-button'
import { useReplacePicture } from './profile-picture.ts'

export function PictureCard({ user }: { user: SessionUser }) {
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
