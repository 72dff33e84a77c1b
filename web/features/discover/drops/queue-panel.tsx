/** The member's place in the queue of a drop, or their turn. */
import { useQueryClient } from '@tanstack/react-query'
import { Hourglass, Ticket } from 'lucide-react'
import type { DropState } from '#domain/catalogue/drops'
import { londonTime } from '#domain/values/calendar'
import { useUserId, useWhenSignedIn } from '#features/account/auth'
import { dropKeys } from '#keys/drops'
import { messageFor } from '#platform/message-for.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'
import { enterDrop, type QueuePlace } from './drop.ts'

interface QueuePanelProps {
  dropId: string
  place: QueuePlace | undefined
  error: Error | null
  isVisitor: boolean
  state: DropState
}

export function QueuePanel({ dropId, place, error, isVisitor, state }: QueuePanelProps) {
  const whenSignedIn = useWhenSignedIn()
  if (isVisitor) {
    return (
      <Notice
        tone="info"
        className="mb-5"
        action={
          <Button variant="secondary" onClick={() => whenSignedIn(() => {})}>
            Sign in
          </Button>
        }
      >
        Sign in to have a place in the queue. Places before the opening are drawn at random.
      </Notice>
    )
  }
  if (!place) {
    return error ? (
      <Notice tone="warning" className="mb-5">
        {messageFor(error, 'Your place in the queue could not be loaded. We keep trying.')}
      </Notice>
    ) : null
  }
  return (
    <div role="status" className="mb-5">
      <Turn dropId={dropId} place={place} isSoldOut={state === 'sold-out'} />
    </div>
  )
}

function Turn({ dropId, place, isSoldOut }: { dropId: string; place: QueuePlace; isSoldOut: boolean }) {
  switch (place.state) {
    case 'early':
      return (
        <Notice tone="info" icon={Ticket}>
          <strong className="font-semibold">You are in.</strong> Everyone who is here before the opening has the same
          chance: the order is drawn at random. This page continues automatically, so there is no need to refresh.
        </Notice>
      )
    case 'waiting':
      return (
        <Notice tone="warning" icon={Hourglass}>
          <strong className="block text-lg font-semibold tabular-nums">
            You are number {place.place} in the queue.
          </strong>
          {isSoldOut
            ? 'Everything is taken for now. Unpaid orders return within 10 minutes, and you are next in line.'
            : 'This page updates automatically. Please leave it open, or you lose your turn.'}
        </Notice>
      )
    case 'admitted':
      return (
        <Notice
          tone="success"
          icon={Ticket}
          action={
            <LinkButton to="/cart" variant="secondary">
              Go to basket
            </LinkButton>
          }
        >
          <strong className="font-semibold">It’s your turn.</strong> Please order by{' '}
          {place.admitted_until ? londonTime(new Date(place.admitted_until)).time : 'soon'}.
        </Notice>
      )
    default:
      return <JoinAgain dropId={dropId} hasOrdered={place.state === 'ordered'} />
  }
}

function JoinAgain({ dropId, hasOrdered }: { dropId: string; hasOrdered: boolean }) {
  const userId = useUserId()
  const queryClient = useQueryClient()
  const join = useWrite({
    run: (app) => enterDrop(app, dropId, true),
    onSuccess: (place) => queryClient.setQueryData(dropKeys.queue(userId, dropId), place),
    failure: { title: 'You could not join the queue', description: 'Please try again.' },
  })
  return (
    <Notice
      tone="info"
      action={
        <Button variant="secondary" busy={join.isPending} onClick={() => join.mutate()}>
          Join again
        </Button>
      }
    >
      {hasOrdered ? 'You have ordered. For another order, join the queue again.' : 'Your turn has ended.'}
    </Notice>
  )
}
