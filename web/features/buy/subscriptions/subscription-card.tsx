/** A subscription of the member: its next order, what waits for the member, and what can be done. */
import { useState } from 'react'
import { cardName } from '#domain/checkout/saved-card'
import { changeSentences } from '#domain/food/allergen-changes'
import { allergenSentences, readAllergens } from '#domain/food/allergens'
import { dayAndTime, dayWithYear, longDate, momentFrom } from '#domain/values/calendar'
import { formatPence, formatPounds, toPence } from '#domain/values/money'
import { useChargeableCard } from '#features/buy/cards'
import { FitWarning } from '#features/discover/household'
import { useNow } from '#platform/clock.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Checkbox } from '#ui/checkbox'
import { lazyDialog } from '#ui/lazy-dialog'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'
import { Picture } from '#ui/picture'
import { dayText, endText, turnText } from './subscription-text.ts'
import { type Subscription, type SubscriptionDay, useSubscriptionSteps } from './subscriptions.ts'

const ChangeDialog = lazyDialog(() => import('./change-dialog.tsx').then((module) => module.ChangeDialog))
const PauseDialog = lazyDialog(() => import('./pause-dialog.tsx').then((module) => module.PauseDialog))
const EndDialog = lazyDialog(() => import('./end-dialog.tsx').then((module) => module.EndDialog))

export const itemText = ({ quantity, product, choices }: Pick<Subscription, 'quantity' | 'product' | 'choices'>) =>
  `${quantity} × ${product}${choices === null ? '' : ` (${choices})`}`

export function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const { product_id: productId, product, image, shop, shop_slug: slug, price, quantity, choices } = subscription
  return (
    <Card>
      <article aria-label={itemText(subscription)} className="grid gap-4">
        <div className="flex gap-4">
          <div className="w-20 shrink-0 self-start overflow-hidden rounded-control">
            <Picture source={image} alt="" sizes="5rem" />
          </div>
          <div className="min-w-0 grow">
            <h2 className="text-xl leading-snug wrap-anywhere">
              <Link to={`/product/${productId}`} className="hover:text-berry">
                {quantity} × {product}
              </Link>
            </h2>
            {choices !== null && <p className="text-sm wrap-anywhere">{choices}</p>}
            <p className="text-sm wrap-anywhere text-ink-soft">
              by{' '}
              <Link to={`/shop/${slug}`} className="hover:text-berry">
                {shop}
              </Link>
            </p>
            <p className="mt-1">{turnText(subscription)}</p>
            <p className="tabular-nums">{formatPence(toPence(price) * quantity)} an order</p>
          </div>
        </div>
        {subscription.days.map(
          (day) => day.checkout === 'pending' && <PayNotice key={day.day} day={day} product={product} />,
        )}
        <Attention subscription={subscription} />
        <Next subscription={subscription} />
        <Payment subscription={subscription} />
        <Actions subscription={subscription} />
        <History days={subscription.days} />
      </article>
    </Card>
  )
}

function PayNotice({ day, product }: { day: SubscriptionDay; product: string }) {
  const now = useNow()
  const label = `Pay ${formatPounds(day.total ?? 0)}`
  return (
    <Notice
      tone="warning"
      action={
        <LinkButton
          to={`/checkout/${day.checkout_id}`}
          size="sm"
          className="h-11"
          aria-label={`${label} for ${product} on ${longDate(day.day)}`}
        >
          {label}
        </LinkButton>
      }
    >
      <strong className="font-semibold">Your order for {longDate(day.day)} awaits payment</strong>
      {day.pay_until && ` until ${momentFrom(now, new Date(day.pay_until))}`}.
    </Notice>
  )
}

/** What has changed since the buyer agreed. There are no orders until the buyer agrees again. */
function Attention({ subscription }: { subscription: Subscription }) {
  const { agree } = useSubscriptionSteps(subscription)
  const { changed, problem, now, allergens, ingredients, product, price } = subscription
  if (problem) return <Notice tone="warning">{problem} Its next orders cannot be placed.</Notice>
  if (changed === null || now.price === null) return null
  const declared = readAllergens(now.allergens)
  return (
    <Notice tone="warning" role="status">
      <strong className="font-semibold">{product} has changed. Do you still want it?</strong>
      {changeSentences(product, readAllergens(allergens), declared).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {now.ingredients !== ingredients && (
        <p className="wrap-anywhere">Ingredients: {now.ingredients ?? 'not stated'}</p>
      )}
      {toPence(now.price) !== toPence(price) && (
        <p>
          One now costs {formatPounds(now.price)} instead of {formatPounds(price)}.
        </p>
      )}
      <p className="mt-1 text-sm">{allergenSentences(declared).join(' ')}</p>
      <FitWarning product={{ ...subscription, ...now, name: product }} look="line" />
      <p className="mt-1 text-sm">There are no orders until you agree.</p>
      <Button size="sm" className="mt-3 h-11" busy={agree.isPending} onClick={() => agree.mutate()}>
        Agree and continue
      </Button>
    </Notice>
  )
}

function Next({ subscription }: { subscription: Subscription }) {
  const now = useNow()
  const { skip, resume } = useSubscriptionSteps(subscription)
  const { next_on: nextOn, paused_until: pausedUntil, times, days, product } = subscription
  const skipped = days.filter(({ day, outcome }) => outcome === 'skipped' && day < nextOn && new Date(day) > now)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <div className="min-w-0">
        <p>
          Next: <strong className="font-semibold">{longDate(nextOn)}</strong>
          {pausedUntil !== null && (
            <Badge tone="sky" className="ml-2">
              Paused
            </Badge>
          )}
        </p>
        <p className="text-sm text-ink-soft">We place this order on {dayAndTime(times.order_at)}.</p>
        {skipped.map(({ day }) => (
          <p key={day} className="text-sm text-ink-soft">
            You skip {longDate(day)}.
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {(pausedUntil !== null || skipped.length > 0) && (
          <Button
            variant="secondary"
            busy={resume.isPending}
            aria-label={pausedUntil === null ? `Undo skipping ${product}` : `Resume ${product}`}
            onClick={() => resume.mutate()}
          >
            {pausedUntil === null ? 'Undo' : 'Resume'}
          </Button>
        )}
        <Button
          variant="secondary"
          busy={skip.isPending}
          aria-label={`Skip this one: ${product} on ${longDate(nextOn)}`}
          onClick={() => skip.mutate()}
        >
          Skip this one
        </Button>
      </div>
    </div>
  )
}

/** Whether orders are charged to the saved card. Without one there is nothing to choose. */
function Payment({ subscription }: { subscription: Subscription }) {
  const { payByCard } = useSubscriptionSteps(subscription)
  const card = useChargeableCard()
  const { pays_by_card: paysByCard, product } = subscription
  if (card === null)
    return paysByCard && <Notice tone="warning">You have no saved card any more. We ask you to pay each order.</Notice>
  return (
    <Checkbox
      label={`Charge ${cardName(card)} for each order`}
      aria-label={`Charge ${cardName(card)} for each order of ${product}`}
      checked={payByCard.isPending ? payByCard.variables : paysByCard}
      onChange={({ currentTarget }) => payByCard.mutate(currentTarget.checked)}
    />
  )
}

type OpenDialog = 'change' | 'pause' | 'end' | null

function Actions({ subscription }: { subscription: Subscription }) {
  const [open, setOpen] = useState<OpenDialog>(null)
  const { product } = subscription
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2 *:grow sm:*:grow-0">
      <Button variant="secondary" aria-label={`Change ${product}`} onClick={() => setOpen('change')}>
        Change
      </Button>
      <Button variant="secondary" aria-label={`Pause ${product}`} onClick={() => setOpen('pause')}>
        Pause
      </Button>
      <Button variant="secondary" aria-label={`Cancel subscription to ${product}`} onClick={() => setOpen('end')}>
        Cancel subscription
      </Button>
      <ChangeDialog subscription={subscription} open={open === 'change'} onClose={close} />
      <PauseDialog subscription={subscription} open={open === 'pause'} onClose={close} />
      <EndDialog
        id={subscription.id}
        by="buyer"
        title="Cancel this subscription?"
        text="There will be no more orders. An order that awaits payment is cancelled too. Orders that you have paid stay as they are."
        open={open === 'end'}
        onClose={close}
      />
    </div>
  )
}

function History({ days }: { days: readonly SubscriptionDay[] }) {
  const past = days.filter(({ outcome, checkout }) => outcome !== 'skipped' && checkout !== 'pending')
  if (past.length === 0) return null
  return (
    <ul aria-label="Latest days" className="space-y-1 text-sm text-ink-soft">
      {past.map((day) => (
        <li key={day.day}>
          {day.checkout === 'paid' && day.order_id ? (
            <Link to={`/order/${day.order_id}`} className="text-link">
              {dayText(day)}
            </Link>
          ) : (
            dayText(day)
          )}
        </li>
      ))}
    </ul>
  )
}

export function EndedSubscription({ subscription }: { subscription: Subscription }) {
  const { ended_at: endedAt, ended_by: endedBy, end_message: message, shop } = subscription
  return (
    <>
      <p className="font-semibold wrap-anywhere">
        {itemText(subscription)} from {shop}
      </p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {endedAt && `${dayWithYear(endedAt)}. `}
        {endText(endedBy, shop)}
        {message && ` “${message}”`}
      </p>
    </>
  )
}
