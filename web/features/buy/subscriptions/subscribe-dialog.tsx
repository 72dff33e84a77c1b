/** Starts a subscription: the days, what it costs and contains, and the buyer's consent to recurring orders. */
import { useState } from 'react'
import type { BasketLine } from '#domain/checkout/basket'
import { cardName } from '#domain/checkout/saved-card'
import { allergenSentences, readAllergens } from '#domain/food/allergens'
import { fitOf } from '#domain/food/fit'
import { addDays, londonTime, longDate } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { type SavedCard, useChargeableCard } from '#features/buy/cards'
import { type DeclaredProduct, FitWarning, foodOf, useAvoiding } from '#features/discover/household'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/checkbox'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { LinkButton } from '#ui/link-button'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Notice } from '#ui/notice'
import { Skeleton } from '#ui/skeleton'
import { DaysFields, daysOf, windowOf } from './days-fields.tsx'
import { turnText } from './subscription-text.ts'
import { type Days, useSubscribe, useSubscriptionWindows } from './subscriptions.ts'

/** Its declaration includes what was chosen. */
export interface SubscribedProduct extends DeclaredProduct {
  readonly shop: { readonly name: string }
}

interface SubscribeDialogProps {
  product: SubscribedProduct
  line: BasketLine | null
  open: boolean
  onClose: () => void
}

export function SubscribeDialog({ product, line, open, onClose }: SubscribeDialogProps) {
  const [isDone, setDone] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) return
        onClose()
        setDone(false)
      }}
      title={isDone ? 'You are subscribed' : `Subscribe to ${product.name}`}
      description={
        isDone ? `We have emailed you what you agreed to.` : `For pickup at ${product.shop.name}. Cancel at any time.`
      }
      width="wide"
    >
      {isDone ? (
        <DialogActions>
          <LinkButton to="/subscriptions" size="lg">
            See your subscriptions
          </LinkButton>
          <Button variant="secondary" size="lg" onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      ) : (
        line && <Choose product={product} line={line} onDone={() => setDone(true)} />
      )}
    </Dialog>
  )
}

interface ChooseProps {
  product: SubscribedProduct
  line: BasketLine
  onDone: () => void
}

function Choose({ product, line, onDone }: ChooseProps) {
  const { data: windows, isError, refetch } = useSubscriptionWindows(product.id)
  const [days, setDays] = useState<Days | null>(null)
  if (!windows) {
    return isError ? (
      <LoadFailedLine retry={() => void refetch()}>The pickup days could not be loaded.</LoadFailedLine>
    ) : (
      <Skeleton shape="card" className="h-64" />
    )
  }
  const [first] = [...windows].sort((a, b) => a.first_on.localeCompare(b.first_on))
  if (!first) return <Notice tone="info">At the moment there is no weekly pickup day for this product.</Notice>
  const chosen = days ?? daysOf(first, { quantity: Math.max(1, line.quantity), everyWeeks: 1 })
  return (
    <div className="grid gap-5">
      <FitWarning product={product} look="notice" />
      <DaysFields windows={windows} days={chosen} onChange={setDays} />
      <Agree product={product} line={line} days={chosen} windows={windows} onDone={onDone} />
    </div>
  )
}

interface AgreeProps extends ChooseProps {
  days: Days
  windows: NonNullable<ReturnType<typeof useSubscriptionWindows>['data']>
}

function Agree({ product, line, days, windows, onDone }: AgreeProps) {
  const [id] = useState(() => crypto.randomUUID())
  const [isAgreed, setAgreed] = useState(false)
  const card = useChargeableCard()
  const [wantsCharges, setCharges] = useState(false)
  const paysByCard = wantsCharges && card !== null
  const isUnsuitable = fitOf(useAvoiding(), foodOf(product)).reasons.length > 0
  const [isWanted, setWanted] = useState(false)
  const subscribe = useSubscribe()
  const window = windowOf(windows, days)
  const price = formatPence(line.product.pricePence * days.quantity)
  const sentences = allergenSentences(readAllergens(product.allergens))
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        const { allergens, ingredients } = product
        subscribe.mutate({ id, line, days, allergens, ingredients, paysByCard }, { onSuccess: onDone })
      }}
    >
      <div className="rounded-card bg-raised p-4">
        <p className="font-semibold">
          <span className="tabular-nums">{price}</span> for each order of {days.quantity} × {product.name}
        </p>
        {window && (
          <p className="text-ink-soft">
            {turnText({ every_weeks: days.everyWeeks, next_on: days.firstOn, ...window })}, from{' '}
            {longDate(days.firstOn)}
          </p>
        )}
        <ul className="mt-3 list-disc space-y-1 pl-5 text-sm text-pretty">
          {window && <li>{timesText(window, days.firstOn)}</li>}
          <li>{paymentText(paysByCard ? card : null)}</li>
          <li>An order that is not paid ends, and costs nothing.</li>
          <li>If the price rises, or allergens or ingredients change, we ask you first.</li>
          <li>Skip, pause, change or cancel online at any time, for free.</li>
          <li>{product.shop.name} sees your name and your days.</li>
        </ul>
      </div>
      <div className="text-sm text-pretty">
        <p>
          <strong className="font-semibold">{sentences[0]}</strong> {sentences.slice(1).join(' ')}
        </p>
        {product.ingredients && <p className="mt-1 wrap-anywhere text-ink-soft">Ingredients: {product.ingredients}</p>}
      </div>
      {card && (
        <Checkbox
          label={`Charge ${cardName(card)} for each order`}
          checked={wantsCharges}
          onChange={({ currentTarget }) => setCharges(currentTarget.checked)}
        />
      )}
      <Checkbox
        label={`I agree to recurring orders of ${price} until I cancel, and have read the allergens.`}
        checked={isAgreed}
        onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
      />
      {isUnsuitable && (
        <Checkbox
          label="I want it although it does not fit what I avoid."
          checked={isWanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.checked)}
        />
      )}
      <FormError
        message={
          subscribe.error && messageFor(subscribe.error, 'The subscription could not be started. Please try again.')
        }
      />
      <DialogActions>
        <Button
          type="submit"
          size="lg"
          busy={subscribe.isPending}
          disabled={!isAgreed || !window || (isUnsuitable && !isWanted)}
        >
          Subscribe
        </Button>
      </DialogActions>
    </form>
  )
}

const paymentText = (card: SavedCard | null) =>
  card
    ? `We tell you before each order, and charge ${cardName(card)}, or the card you used last, once it is placed.`
    : 'We tell you before each order. Nothing is charged automatically: you pay each order yourself.'

type OfferedWindow = AgreeProps['windows'][number]

/** When the first order is placed and to be paid. Later first days have the same times some weeks later. */
function timesText(
  { first_on: first, order_at: orderAt, pay_until: payUntil }: OfferedWindow,
  firstOn: string,
): string {
  const weeksLater = (Date.parse(firstOn) - Date.parse(first)) / 86_400_000
  const [placed, paid] = [londonTime(new Date(orderAt)), londonTime(new Date(payUntil))]
  const day = (date: string) => longDate(addDays(date, weeksLater))
  // Midnight is the end of the day before.
  const until =
    paid.time === '00:00' ? `the end of ${day(addDays(paid.date, -1))}` : `${day(paid.date)} at ${paid.time}`
  return `We place the first order on ${day(placed.date)} at ${placed.time}. You pay it until ${until}.`
}
