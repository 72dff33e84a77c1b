/** Chooses another time for an order, and says why. */
import { useState } from 'react'
import { longDate } from '#domain/values/calendar'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { Select } from '#ui/select'
import { TextArea } from '#ui/text-area'
import { type MoveTime, moveTimeText, useMoveSlots, useProposeMove } from './moves.ts'

/** A date, YYYY-MM-DD, and the start that is best; null for any. */
type WantedTime = Pick<MoveTime, 'date' | 'start_time'>

/** The time of the day with the wanted start, or its first; -1 if none is free. */
function indexOfTime(slots: readonly MoveTime[], { date, start_time: start }: WantedTime): number {
  const sameStart = slots.findIndex((slot) => slot.date === date && slot.start_time === start)
  return sameStart < 0 ? slots.findIndex((slot) => slot.date === date) : sameStart
}

interface MoveDialogProps {
  orderId: string
  buyer: string
  /** The day to which the order was dragged, and its present start. */
  wanted?: WantedTime
  open: boolean
  onClose: () => void
}

export function MoveDialog({ orderId, buyer, wanted, open, onClose }: MoveDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Move to another day"
      description={`We ask ${buyer}. Nothing changes unless they accept. A customer whose order you entered yourself is moved at once, so ask them first.`}
    >
      <Choose orderId={orderId} wanted={wanted} onDone={onClose} />
    </Dialog>
  )
}

interface ChooseProps {
  orderId: string
  wanted: WantedTime | undefined
  onDone: () => void
}

function Choose({ orderId, wanted, onDone }: ChooseProps) {
  const { data: slots } = useMoveSlots(orderId, wanted?.date)
  const [choice, setChosen] = useState<string>()
  const ofDay = slots && wanted ? indexOfTime(slots, wanted) : -1
  const chosen = choice ?? (ofDay < 0 ? '' : String(ofDay))
  const [note, setNote] = useState('')
  const propose = useProposeMove(orderId)
  const slot = slots?.[Number(chosen)]
  return (
    <div className="grid gap-4">
      <Select
        label="New time"
        hint={
          wanted && slots && ofDay < 0 ? `No time is free on ${longDate(wanted.date)}. These are later.` : undefined
        }
        value={chosen}
        onValueChange={setChosen}
        options={[
          { value: '', label: slots ? (slots.length > 0 ? 'Choose…' : 'No other time is free') : 'Loading…' },
          ...(slots ?? []).map((time, index) => ({ value: String(index), label: moveTimeText(time) })),
        ]}
      />
      <TextArea
        label="Reason (optional)"
        rows={2}
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <FormError
        message={propose.error && messageFor(propose.error, 'The proposal could not be sent. Please try again.')}
      />
      <DialogActions>
        <Button
          size="lg"
          busy={propose.isPending}
          disabled={chosen === '' || !slot}
          onClick={() => slot && propose.mutate({ slot, note }, { onSuccess: onDone })}
        >
          Ask to move
        </Button>
      </DialogActions>
    </div>
  )
}
