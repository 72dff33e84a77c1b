/** The member's profile picture, and the button that replaces it. */
import { type ChangeEvent, useRef } from 'react'
import { uploadLabel } from '#domain/image-upload'
import type { SessionUser } from '#features/auth'
import { Avatar } from '#ui/avatar'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { useReplacePicture } from './profile-picture.ts'

export function PictureCard({ user }: { user: SessionUser }) {
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useReplacePicture(user)

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.currentTarget.files ?? []
    // Lets the same file be chosen again.
    event.currentTarget.value = ''
    if (file) mutate(file)
  }

  return (
    <Card className="flex items-center gap-5">
      <Avatar name={user.name} url={user.avatarUrl} className="size-20! text-3xl" />
      <div className="min-w-0">
        <p className="text-lg font-semibold wrap-anywhere">{user.name}</p>
        <p className="text-ink-soft wrap-anywhere">{user.email}</p>
        <Button variant="secondary" size="sm" busy={isPending} onClick={() => input.current?.click()} className="mt-3">
          {uploadLabel(isPending)}
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label="New profile picture"
          tabIndex={-1}
          onChange={choose}
          className="sr-only"
        />
      </div>
    </Card>
  )
}
