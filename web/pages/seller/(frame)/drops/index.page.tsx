/** The drops of the seller's shop. */
import { CalendarClock, Copy, Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { dropState, dropStateLabels, unitsLeft } from '#domain/catalogue/drops'
import { soldLine } from '#domain/catalogue/waitlist'
import { slotWaitlistLine } from '#domain/pickup/slot-waitlist'
import { dayAndTime } from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Loaded } from '#ui/loaded'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { useOwnDropSlotWaitlists, useOwnWaitlists } from '#web/features/buy/waitlist/own-waitlists.ts'
import { type OwnDrop, ownDropsQuery, useDuplicateDrop, useOwnDrops } from '#web/features/sell/drops/own-drops.ts'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'

export const handle = new SellerPage('Drops', { purpose: 'plan drops' })

export const loader = memberLoader((app, { id }) => void preload(app, ownDropsQuery(app, id)))

export function Component() {
  const query = useOwnDrops()
  return (
    <Page className="py-6 sm:py-10">
      <PageHead title={handle.title} hidden />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl sm:text-4xl">Drops</h1>
        <LinkButton to="/seller/drops/new" className="max-sm:w-full">
          <Plus aria-hidden="true" className="size-5" />
          New drop
        </LinkButton>
      </div>
      <p className="mt-2 max-w-prose text-pretty text-ink-soft">
        A drop is a menu that you sell from an opening time to a cut-off, for the hand-over times you choose. While a
        product is in a drop, only the drop sells it.
      </p>
      <Loaded
        query={query}
        failed="Your drops could not be loaded"
        loading={<Skeleton shape="card" className="mt-8 h-40" />}
      >
        {(drops) => <DropList drops={drops} />}
      </Loaded>
    </Page>
  )
}

function DropList({ drops }: { drops: readonly OwnDrop[] }) {
  if (drops.length === 0) {
    return (
      <EmptyState icon={CalendarClock} title="No drops yet">
        <p>Plan your first one. Shoppers see it once you announce it.</p>
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Drops" className="mt-6 grid gap-4">
      {drops.map((drop) => (
        <li key={drop.id}>
          <DropRow drop={drop} />
        </li>
      ))}
    </ul>
  )
}

const noWaitlist = { waiting: 0, reserved: 0 }

function DropRow({ drop }: { drop: OwnDrop }) {
  const state = dropState(drop, drop.items, useNow())
  const navigate = useNavigate()
  const duplicate = useDuplicateDrop()
  const waitlists = useOwnWaitlists()
  const slotWaitlist = useOwnDropSlotWaitlists().get(drop.id)
  const waitlist = drop.items
    .map(({ id }) => waitlists.get(id) ?? noWaitlist)
    .reduce(
      (sum, { waiting, reserved }) => ({ waiting: sum.waiting + waiting, reserved: sum.reserved + reserved }),
      noWaitlist,
    )
  const stock = drop.items.reduce((sum, item) => sum + item.stock, 0)
  const copy = () => duplicate.mutate(drop.id, { onSuccess: (id) => void navigate(`/seller/drops/${id}`) })
  return (
    <article className="rounded-card border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 font-sans text-lg font-semibold tracking-normal wrap-anywhere">
          <Link to={`/seller/drops/${drop.id}`} className="hover:underline">
            {drop.title}
          </Link>
        </h2>
        <Badge tone={state === 'open' ? 'leaf' : state === 'announced' ? 'honey' : 'neutral'}>
          {dropStateLabels[state]}
        </Badge>
      </div>
      <p className="mt-1 text-ink-soft">
        {dayAndTime(drop.opens_at)} to {dayAndTime(drop.cut_off)}
      </p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm tabular-nums text-ink-soft">
          {drop.items.length} {drop.items.length === 1 ? 'item' : 'items'},{' '}
          {soldLine({ stock, taken: stock - unitsLeft(drop.items) }, waitlist)}
          {slotWaitlist && `. Full hand-over times: ${slotWaitlistLine(slotWaitlist)}`}
        </p>
        <div className="flex flex-wrap gap-2">
          {drop.is_published && (
            <LinkButton to={`/drops/${drop.id}`} variant="quiet">
              View
            </LinkButton>
          )}
          <Button
            variant="secondary"
            busy={duplicate.isPending}
            onClick={copy}
            aria-label={`Duplicate for next week: ${drop.title}`}
          >
            <Copy aria-hidden="true" className="size-4" />
            Duplicate for next week
          </Button>
        </div>
      </div>
    </article>
  )
}
