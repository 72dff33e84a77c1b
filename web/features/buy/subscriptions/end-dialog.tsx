/** Confirms that a subscription ends: by its buyer at once, by its seller with a message. */
import { useState } from 'react'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { TextArea } from '#ui/text-area'
import { useEndSubscription } from './subscriptions.ts'

interface EndDialogProps {
  id: string
  by: 'buyer' | 'seller'
  title: string
  text: string
  open: boolean
  onClose: () => void
}

export function EndDialog({ id, by, title, text, open, onClose }: EndDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={text}
      // The button that opened it disappears with the subscription.
      finalFocus={() => document.querySelector<HTMLElement>('h1[tabindex]') ?? true}
    >
      <Form id={id} by={by} onDone={onClose} />
    </Dialog>
  )
}

function Form({ id, by, onDone }: Pick<EndDialogProps, 'id' | 'by'> & { onDone: () => void }) {
  const [message, setMessage] = useState('')
  const end = useEndSubscription(id, by)
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        end.mutate(message, { onSuccess: onDone })
      }}
    >
      {by === 'seller' && (
        <TextArea
          label="Message to the buyer (optional)"
          rows={2}
          maxLength={500}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
      )}
      <FormError
        message={end.error && messageFor(end.error, 'The subscription could not be ended. Please try again.')}
      />
      <DialogActions>
        <Button type="submit" variant="danger" size="lg" busy={end.isPending}>
          {by === 'buyer' ? 'Cancel subscription' : 'End subscription'}
        </Button>
        <Button data-initial-focus={by === 'buyer' || undefined} variant="secondary" size="lg" onClick={onDone}>
          Keep it
        </Button>
      </DialogActions>
    </form>
  )
}
