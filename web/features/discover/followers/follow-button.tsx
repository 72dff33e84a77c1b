/** The button that follows a shop, and the choice of its emails, which is off until the member turns it on. */
import { Bell, BellRing } from 'lucide-react'
import { useCallback, useState } from 'react'
import { type SessionUser, useUserId, useWhenSignedIn, useWishes } from '#features/account/auth'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/checkbox'
import { useChangeFollow, useFollow } from './follows.ts'

interface FollowProps {
  shopId: string
  name: string
}

export function FollowButton({ shopId, name }: FollowProps) {
  const { data: follow, isLoading } = useFollow(shopId)
  const { mutate, isPending } = useChangeFollow()
  const whenSignedIn = useWhenSignedIn()
  const start = useCallback(({ id }: SessionUser) => mutate({ userId: id, shopId, follow: {} }), [mutate, shopId])
  // What a visitor wanted before they signed up. The link leads back to the page of the shop.
  useWishes(
    wishFor(shopId),
    useCallback((_rest: string, user: SessionUser) => start(user), [start]),
  )
  const isFollowing = Boolean(follow)
  const Icon = isFollowing ? BellRing : Bell
  const text = isFollowing ? 'Following' : 'Follow'

  function toggle(): void {
    whenSignedIn((user) => {
      if (isFollowing) mutate({ userId: user.id, shopId, follow: null })
      else start(user)
    }, wishFor(shopId))
  }

  return (
    <Button
      variant="secondary"
      aria-label={`${text} ${name}`}
      aria-pressed={isFollowing}
      busy={isPending}
      // Until it is known which of the two a press means.
      disabled={isLoading}
      onClick={toggle}
    >
      <Icon aria-hidden="true" className="size-5 text-berry" />
      {text}
    </Button>
  )
}

const wishFor = (shopId: string) => `follow:${shopId}`

/** Nothing unless the member follows the shop. */
export function FollowEmails(props: FollowProps) {
  const userId = useUserId()
  const { data: follow } = useFollow(props.shopId)
  return userId !== null && follow ? <EmailChoice {...props} userId={userId} wantsEmails={follow.wants_emails} /> : null
}

interface EmailChoiceProps extends FollowProps {
  userId: string
  wantsEmails: boolean
}

export function EmailChoice({ userId, shopId, name, wantsEmails }: EmailChoiceProps) {
  const { mutate } = useChangeFollow()
  // Changes at once, and back if the request fails.
  const [isChecked, setChecked] = useState(wantsEmails)

  function choose(wanted: boolean): void {
    setChecked(wanted)
    mutate({ userId, shopId, follow: { wantsEmails: wanted } }, { onError: () => setChecked(!wanted) })
  }

  return (
    <Checkbox
      label={
        <>
          Email me announcements from {name}
          <span className="block text-sm text-ink-soft">At most 2 a week. Every email has a link to stop them.</span>
        </>
      }
      checked={isChecked}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  )
}
