/** Changes day, interval and quantity of a subscription, from its next order on. */
import { useState } from 'react'
import { longDate } from '#domain/values/calendar'
import { formatPence, toPence } from '#domain/values/money'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Notice } from '#ui/notice'
import { Skeleton } from '#ui/skeleton'
import { DaysFields, daysOf, windowOf } from './days-fields.tsx'
import { type Days, type Subscription, useChangeDays, useSubscriptionWindows } from './subscriptions.ts'

interface ChangeDialogProps {
  subscription: Subscription
  open: boolean
  onClose: () => void
}

export function ChangeDialog({ subscription, open, onClose }: ChangeDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Change your subscription"
      description="From the next order on. An order that exists stays as it is."
      width="wide"
    >
      <Choose subscription={subscription} onDone={onClose} />
    </Dialog>
  )
}

function Choose({ subscription, onDone }: { subscription: Subscription; onDone: () => void }) {
  const { data: windows, isError, refetch } = useSubscriptionWindows(subscription.product_id)
  const [days, setDays] = useState<Days>({
    quantity: subscription.quantity,
    everyWeeks: subscription.every_weeks,
    firstOn: subscription.next_on,
    startTime: subscription.start_time,
  })
  const change = useChangeDays(subscription.id)
  if (!windows) {
    return isError ? (
      <LoadFailedLine retry={() => void refetch()}>The pickup days could not be loaded.</LoadFailedLine>
    ) : (
      <Skeleton shape="card" className="h-40" />
    )
  }
  const [first] = windows
  if (!first) return <Notice tone="info">At the moment there is no weekly pickup day for this product.</Notice>
  // The next day may be later than the first four of its window.
  const same = windows.find(
    ({ start_time: start, first_on: day }) => start === days.startTime && sameWeekday(day, days.firstOn),
  )
  const chosen = windowOf(windows, days) ? days : daysOf(same ?? first, days)
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(chosen, { onSuccess: onDone })
      }}
    >
      <DaysFields windows={windows} days={chosen} onChange={setDays} />
      <p>
        <span className="tabular-nums">{formatPence(toPence(subscription.price) * chosen.quantity)}</span> for each
        order, from {longDate(chosen.firstOn)}.
      </p>
      <FormError
        message={change.error && messageFor(change.error, 'The subscription could not be changed. Please try again.')}
      />
      <DialogActions>
        <Button type="submit" size="lg" busy={change.isPending}>
          Save
        </Button>
        <Button variant="secondary" size="lg" onClick={onDone}>
          Keep as it is
        </Button>
      </DialogActions>
    </form>
  )
}

const sameWeekday = (a: string, b: string) => ((Date.parse(a) - Date.parse(b)) / 86_400_000) % 7 === 0
