/** The page of a drop: its times, its items and its queue. */
import { Bell, BellRing, CalendarClock, Clock, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { countdown, type DropState, dropState, dropStateLabels } from '#domain/catalogue/drops'
import { dayAndTime, longDate } from '#domain/values/calendar'
import { useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { useListingLink } from '#platform/listing-link.ts'
import { appContext } from '#platform/page.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Picture } from '#ui/picture'
import { Skeleton } from '#ui/skeleton'
import { useSession, useWhenSignedIn } from '#web/features/account/auth/auth-context.ts'
import { type Drop, dropQuery, useDrop, useQueuePlace } from '#web/features/discover/drops/drop.ts'
import { DropItems } from '#web/features/discover/drops/drop-items.tsx'
import { QueuePanel } from '#web/features/discover/drops/queue-panel.tsx'
import { useChangeReminder, useIsReminded } from '#web/features/discover/drops/reminders.ts'
import { useOwnShop } from '#web/features/sell/own-shop/own-shop.ts'

/** The queue starts this long before the opening, as the database has it. */
const waitingRoomMs = 30 * 60_000
/** The page joins by itself for this long after the opening. Later only a rush needs a queue, which a button joins. */
const rushMs = 15 * 60_000

export async function loader({ context, params: { dropId = '' } }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const query = dropQuery(app, dropId)
  await preload(app, query)
  if (app.queryClient.getQueryData(query.queryKey) === null && app.server) app.server.status = 404
}

export function Component() {
  const { dropId = '' } = useParams()
  const link = useListingLink()
  const { data: drop, isError, refetch } = useDrop(dropId)
  if (drop) return <DropView drop={drop} />
  return (
    <Page className="py-10">
      <PageHead title="Drop" hidden />
      {drop === null ? (
        <EmptyState
          icon={CalendarClock}
          title="This drop doesn’t exist"
          headingLevel="h1"
          actions={<LinkButton to={link('/')}>Go to the home page</LinkButton>}
        >
          <p>It may have been deleted, or its link may be incomplete.</p>
        </EmptyState>
      ) : isError ? (
        <LoadFailed title="The drop could not be loaded" retry={() => void refetch()} />
      ) : (
        <Skeleton shape="card" className="h-96" />
      )}
    </Page>
  )
}

function DropView({ drop }: { drop: Drop }) {
  const link = useListingLink()
  const now = useSecond(drop.opens_at)
  const state = dropState(drop, drop.items, now)
  const isOwn = useOwnShop()?.id === drop.shop.id
  const session = useSession()
  const sinceOpening = now.getTime() - new Date(drop.opens_at).getTime()
  const [wantsPlace, setWantsPlace] = useState(false)
  const isRush = sinceOpening > -waitingRoomMs && sinceOpening < rushMs
  const isQueueing = !isOwn && state !== 'closed' && state !== 'draft' && (isRush || wantsPlace)
  const { data: place, error } = useQueuePlace(drop.id, isQueueing)
  const picture = drop.items[0]?.product?.image ?? null
  return (
    <Page className="py-5 sm:py-8">
      <PageHead
        title={`${drop.title} by ${drop.shop.name}`}
        description={
          drop.description || `${drop.title}, homemade by ${drop.shop.name}. Opens ${dayAndTime(drop.opens_at)}.`
        }
        canonical={`/drops/${drop.id}`}
        picture={{ source: picture, alt: drop.title }}
        hidden={!drop.is_published}
      />
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[22rem_1fr]">
        <header className="min-w-0 lg:sticky lg:top-24">
          {picture && (
            <div className="mb-5 hidden overflow-hidden rounded-card lg:block">
              <Picture source={picture} alt="" sizes="22rem" />
            </div>
          )}
          <StateBadge state={state} />
          <h1 className="mt-2 text-3xl wrap-anywhere sm:text-4xl">{drop.title}</h1>
          <p className="mt-1 text-ink-soft">
            by{' '}
            <Link to={link(`/shop/${encodeURIComponent(drop.shop.slug)}`)} className="text-link wrap-anywhere">
              {drop.shop.name}
            </Link>
          </p>
          {drop.description && <p className="mt-3 whitespace-pre-line text-pretty wrap-anywhere">{drop.description}</p>}
          <Times drop={drop} state={state} />
          {state === 'announced' && (
            <Card className="mt-5">
              <p className="text-sm text-ink-soft">Opens in</p>
              <p className="text-3xl font-semibold tabular-nums" role="timer">
                {countdown(drop.opens_at, now)}
              </p>
              {!isOwn && <RemindButton dropId={drop.id} />}
            </Card>
          )}
        </header>
        <div className="min-w-0">
          {isOwn && (
            <Notice
              tone="info"
              className="mb-5"
              action={
                <Link to={`/seller/drops/${drop.id}`} className="text-link">
                  Edit drop
                </Link>
              }
            >
              {state === 'draft' ? 'This is a draft. Only you can see it.' : 'This is your own drop.'}
            </Notice>
          )}
          {!isOwn && isQueueing && (
            <QueuePanel
              dropId={drop.id}
              place={place}
              error={error}
              isVisitor={session.status === 'visitor'}
              state={state}
            />
          )}
          {!isQueueing && !isOwn && state === 'open' && (
            <p className="mb-4 text-sm text-ink-soft">
              Told to queue at the checkout?{' '}
              <Button variant="plain" className="text-link" onClick={() => setWantsPlace(true)}>
                Join the queue
              </Button>
            </p>
          )}
          <DropItems drop={drop} state={state} isWaiting={place?.state === 'waiting'} isOwn={isOwn} />
        </div>
      </div>
    </Page>
  )
}

function StateBadge({ state }: { state: DropState }) {
  const tone = state === 'open' ? 'leaf' : state === 'announced' ? 'honey' : 'neutral'
  return (
    <p>
      <Badge tone={tone}>{dropStateLabels[state]}</Badge>
    </p>
  )
}

function Times({ drop, state }: { drop: Drop; state: DropState }) {
  const isComing = state === 'announced' || state === 'draft'
  return (
    <dl className="mt-4 space-y-3">
      <div>
        <Term icon={Clock} text={isComing ? 'Orders' : 'Order until'} />
        <dd className="pl-8">
          {isComing && <>from {dayAndTime(drop.opens_at)} to </>}
          {dayAndTime(drop.cut_off)}
        </dd>
      </div>
      {(['pickup', 'delivery'] as const).map((by) => {
        const slots = drop.slots.filter(({ fulfilment }) => fulfilment === by)
        if (slots.length === 0) return null
        return (
          <div key={by}>
            <Term icon={CalendarClock} text={by === 'pickup' ? 'Pickup' : 'Delivery'} />
            {slots.map(({ on_date, start_time, end_time }) => (
              <dd key={`${on_date} ${start_time}`} className="pl-8">
                {longDate(on_date)}, {start_time.slice(0, 5)} to {end_time.slice(0, 5)}
              </dd>
            ))}
          </div>
        )
      })}
    </dl>
  )
}

function Term({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <dt className="flex gap-3 text-sm text-ink-soft">
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {text}
    </dt>
  )
}

function RemindButton({ dropId }: { dropId: string }) {
  const isReminded = useIsReminded(dropId)
  const change = useChangeReminder(dropId)
  const whenSignedIn = useWhenSignedIn()
  return (
    <>
      <Button
        variant={isReminded ? 'secondary' : 'primary'}
        size="lg"
        aria-pressed={isReminded}
        busy={change.isPending}
        className="mt-4 w-full"
        onClick={() => whenSignedIn(({ id }) => change.mutate({ userId: id, wanted: !isReminded }))}
      >
        {isReminded ? (
          <BellRing aria-hidden="true" className="size-5" />
        ) : (
          <Bell aria-hidden="true" className="size-5" />
        )}
        {isReminded ? 'You’ll be reminded' : 'Remind me'}
      </Button>
      <p className="mt-2 text-sm text-pretty text-ink-soft">
        {isReminded
          ? 'We notify and email you when it opens. Press again to cancel.'
          : 'A notification and an email when it opens.'}
      </p>
    </>
  )
}

/** The current time: by the second in the last hour before an instant, else by the half minute. */
function useSecond(instant: string): Date {
  const { clock } = useApp()
  const now = useNow()
  const [second, setSecond] = useState<Date | null>(null)
  const awayMs = new Date(instant).getTime() - now.getTime()
  const isNear = awayMs > -60_000 && awayMs < 3_600_000
  useEffect(() => {
    if (!isNear) return
    const timer = setInterval(() => setSecond(clock.now()), 1000)
    return () => clearInterval(timer)
  }, [clock, isNear])
  return isNear && second && second > now ? second : now
}
