/** Joining and leaving the waitlist of something sold out, and what is reserved for its next member. */
import { BellPlus } from 'lucide-react'
import { offerLine, openOffer } from '#domain/catalogue/waitlist'
import { useWhenSignedIn } from '#features/account/auth'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { useJoinWaitlist, useLeaveWaitlist, useWaitlistEntry, waitlistWish } from './waitlist.ts'

interface WaitlistActionsProps {
  productId: string
  /** Its name, for buttons in a list. */
  name?: string
  /** Whether nothing is left that everybody can order. */
  isSoldOut: boolean
}

/** Nothing, unless the product is sold out or reserved for the member. */
export function WaitlistActions({ productId, name, isSoldOut }: WaitlistActionsProps) {
  const entry = useWaitlistEntry(productId)
  const now = useNow()
  const offer = entry && openOffer(entry, now)
  const join = useJoinWaitlist()
  const leave = useLeaveWaitlist()
  const whenSignedIn = useWhenSignedIn()
  if (entry && (offer || isSoldOut)) {
    return (
      <Notice
        tone={offer ? 'success' : 'info'}
        role="status"
        action={
          <Button
            variant="plain"
            className="text-link whitespace-nowrap"
            busy={leave.isPending}
            aria-label={name && `${offer ? 'No, thanks' : 'Leave waitlist'}: ${name}`}
            onClick={() => leave.mutate({ productId })}
          >
            {offer ? 'No, thanks' : 'Leave waitlist'}
          </Button>
        }
      >
        {offer ? offerLine(offer) : 'You’re on the waitlist. We’ll tell you when it’s back, and reserve one for you.'}
      </Notice>
    )
  }
  if (!isSoldOut) return null
  return (
    <Button
      variant={name ? 'secondary' : 'primary'}
      size={name ? 'sm' : 'lg'}
      busy={join.isPending}
      aria-label={name && `Tell me when it’s back: ${name}`}
      onClick={() => whenSignedIn(() => join.mutate({ productId }), waitlistWish(productId))}
    >
      <BellPlus aria-hidden="true" className="size-5" />
      Tell me when it’s back
    </Button>
  )
}
