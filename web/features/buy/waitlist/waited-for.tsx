/** The products and slots that the member waits for, with what is reserved for them. Nothing without any. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { heldLine, heldUntil, slotOfEntry } from '#domain/pickup/slot-waitlist'
import { useMember } from '#features/account/auth'
import { useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'
import { Picture } from '#ui/picture'
import { useLeaveSlotWaitlist, useSlotEntries } from './slots.ts'
import { waitedForQuery } from './waitlist.ts'
import { WaitlistActions } from './waitlist-actions.tsx'

export function WaitedFor() {
  const { data: entries = [] } = useQuery(waitedForQuery(useApp(), useMember().id))
  const headingId = useId()
  const slots = useSlotEntries()
  if (entries.length + slots.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="mb-12">
      <h2 id={headingId} className="mb-5 text-2xl">
        Waitlist
      </h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {slots.map((entry) => (
          <WaitedForSlot key={entry.id} entry={entry} />
        ))}
        {entries.map(({ product }) => (
          <li key={product.id} className="flex gap-4 rounded-card bg-card p-4 shadow-rest">
            <div className="w-20 shrink-0 self-start overflow-hidden rounded-control">
              <Picture source={product.image} alt="" sizes="5rem" />
            </div>
            <div className="flex min-w-0 grow flex-col gap-2">
              <h3 className="text-lg leading-snug wrap-anywhere">
                <Link to={`/product/${product.id}`} className="hover:text-berry">
                  {product.name}
                </Link>
              </h3>
              <p className="-mt-1 text-sm text-ink-soft wrap-anywhere">by {product.shop.name}</p>
              <WaitlistActions productId={product.id} name={product.name} isSoldOut />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaitedForSlot({ entry }: { entry: ReturnType<typeof useSlotEntries>[number] }) {
  const leave = useLeaveSlotWaitlist()
  const until = heldUntil(entry, useNow())
  const { shop, fulfilment } = entry
  const slot = slotOfEntry(entry)
  return (
    <li className="flex flex-col gap-2 rounded-card bg-card p-4 shadow-rest">
      <h3 className="text-lg leading-snug wrap-anywhere">{slot}</h3>
      <p className="-mt-1 text-sm text-ink-soft wrap-anywhere">
        {fulfilment === 'pickup' ? 'Pickup at ' : 'Delivery from '}
        <Link to={`/shop/${shop.slug}`} className="text-link">
          {shop.name}
        </Link>
      </p>
      <Notice
        tone={until ? 'success' : 'info'}
        role="status"
        action={
          <Button
            variant="plain"
            className="text-link whitespace-nowrap"
            busy={leave.isPending}
            aria-label={`${until ? 'No, thanks' : 'Leave waitlist'}: ${slot}`}
            onClick={() => leave.mutate({ entryId: entry.id })}
          >
            {until ? 'No, thanks' : 'Leave waitlist'}
          </Button>
        }
      >
        {until ? heldLine(until) : 'You’re on the waitlist. We’ll tell you when this time has a place.'}
      </Notice>
      {until && (
        <LinkButton to="/checkout" size="sm" className="self-start">
          Order now
        </LinkButton>
      )}
    </li>
  )
}
