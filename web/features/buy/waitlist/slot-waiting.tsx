/** Below a full slot: waiting for it, and leaving its waitlist. Below one that is held for the member: until when. */
import { BellPlus } from 'lucide-react'
import type { HandOverSlot } from '#domain/pickup/hand-over'
import { slotHours } from '#domain/pickup/pickup-days'
import { entryForSlot, heldUntil } from '#domain/pickup/slot-waitlist'
import { dayAndTime } from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button'
import { type SlotWish, useJoinSlotWaitlist, useLeaveSlotWaitlist, useSlotEntries } from './slots.ts'

export interface SlotWaitingProps {
  shopId: string
  fulfilment: 'pickup' | 'delivery'
  items: SlotWish['items']
  slot: HandOverSlot
  isFull: boolean
}

/** Nothing for a slot with a free place. */
export function SlotWaiting({ shopId, fulfilment, items, slot, isFull }: SlotWaitingProps) {
  const entry = entryForSlot(useSlotEntries(), shopId, fulfilment, slot)
  const now = useNow()
  const until = entry && heldUntil(entry, now)
  const join = useJoinSlotWaitlist()
  const leave = useLeaveSlotWaitlist()
  const name = slotHours(slot)
  if (entry && (until || isFull)) {
    return (
      <p role="status" className="mt-1 flex flex-wrap items-center justify-between gap-x-3 px-1 text-sm">
        <span>{until ? `Until ${dayAndTime(until)}.` : 'You’re on the waitlist.'}</span>
        <Button
          variant="plain"
          className="min-h-11 text-link"
          busy={leave.isPending}
          aria-label={`${until ? 'No, thanks' : 'Leave waitlist'}: ${name}`}
          onClick={() => leave.mutate({ entryId: entry.id })}
        >
          {until ? 'No, thanks' : 'Leave waitlist'}
        </Button>
      </p>
    )
  }
  if (!isFull) return null
  const { date, start_time, end_time, is_posted: isPosted } = slot
  const time = isPosted ? { date } : { date, start_time, end_time }
  return (
    <Button
      variant="secondary"
      size="sm"
      className="mt-2 h-11"
      busy={join.isPending}
      aria-label={`Wait for this time: ${name}`}
      onClick={() => join.mutate({ shop_id: shopId, fulfilment, [fulfilment]: time, items })}
    >
      <BellPlus aria-hidden="true" className="size-4.5" />
      Wait for this time
    </Button>
  )
}
