/** Pauses a subscription until a day. */
import { useState } from 'react'
import { addDays, londonTime } from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { TextField } from '#ui/text-field'
import { type Subscription, usePause } from './subscriptions.ts'

interface PauseDialogProps {
  subscription: Subscription
  open: boolean
  onClose: () => void
}

export function PauseDialog({ subscription, open, onClose }: PauseDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Pause your subscription"
      description="There are no orders for days before the one that you choose."
    >
      <Form subscription={subscription} onDone={onClose} />
    </Dialog>
  )
}

function Form({ subscription, onDone }: { subscription: Subscription; onDone: () => void }) {
  const { date: today } = londonTime(useNow())
  const [until, setUntil] = useState(addDays(today, 28))
  const pause = usePause(subscription.id)
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        pause.mutate(until, { onSuccess: onDone })
      }}
    >
      <TextField
        label="Pause until"
        type="date"
        required
        min={addDays(today, 1)}
        max={addDays(today, 366)}
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      <FormError
        message={pause.error && messageFor(pause.error, 'The subscription could not be paused. Please try again.')}
      />
      <DialogActions>
        <Button type="submit" size="lg" busy={pause.isPending}>
          Pause
        </Button>
        <Button variant="secondary" size="lg" onClick={onDone}>
          Back
        </Button>
      </DialogActions>
    </form>
  )
}
