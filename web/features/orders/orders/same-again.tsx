/** 'Same again': puts an order's items into the basket, and opens the checkout unless something has changed. */
import { RotateCw } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { BoughtOrder } from '#domain/checkout/same-again'
import { type HandedOver, usualTimeOf } from '#domain/pickup/usual-time'
import { weekdayName } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { useMember } from '#features/account/auth'
import { type SameAgainResult, useSameAgain } from '#features/buy/basket'
import { proposeChoice } from '#features/buy/checkout'
import { Button } from '#ui/button'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'

type PastOrder = BoughtOrder & HandedOver & { readonly shop_id: string | null }

export function useOrderAgain(order: PastOrder) {
  const { id: userId } = useMember()
  const navigate = useNavigate()
  const { mutate, isPending, isError, data } = useSameAgain()
  const usual = usualTimeOf(order)
  const start = () =>
    mutate(order, {
      onSuccess({ added, changes }) {
        if (!isInBasket({ added, changes })) return
        const fulfilment = order.fulfilment === 'pickup' ? 'pickup' : 'delivery'
        if (order.shop_id) proposeChoice(userId, order.shop_id, { fulfilment, usual })
        if (changes.length === 0) void navigate('/checkout')
      },
    })
  const label = usual ? `Same again for ${weekdayName(usual.weekday)}` : 'Same again'
  return { start, label, isPending, isError, result: data }
}

type SameAgainState = ReturnType<typeof useOrderAgain>

interface SameAgainButtonProps {
  again: SameAgainState
  variant: 'primary' | 'secondary'
  size?: 'sm'
  /** Tells the buttons of a list apart, for screen readers. */
  of?: string
}

export function SameAgainButton({ again: { start, label, isPending }, variant, size, of }: SameAgainButtonProps) {
  return (
    <Button variant={variant} size={size} busy={isPending} onClick={start}>
      <RotateCw aria-hidden="true" className="size-5" />
      {label}
      {of && <span className="sr-only">: {of}</span>}
    </Button>
  )
}

/** A live region, rendered before it has content. */
export function SameAgainOutcome({ again: { result, isError, isPending } }: { again: SameAgainState }) {
  return (
    <div role="status">
      {isError && !isPending && (
        <Notice tone="error" className="mt-4">
          Nothing was added to your basket. Check your connection and try again.
        </Notice>
      )}
      {result && result.changes.length > 0 && !isPending && <SameAgainSummary result={result} />}
    </div>
  )
}

function SameAgainSummary({ result: { added, changes } }: { result: SameAgainResult }) {
  // Lines that differ only in their custom text are reported once.
  const sentences = [...new Map(changes.map((change) => [`${change.name}: ${changeText(change)}`, change])).entries()]
  return (
    <div className="mt-4 rounded-card border border-line bg-card p-4 sm:p-5">
      <p className="font-semibold">{addedText(added)}</p>
      <ul className="mt-2 space-y-1 text-pretty">
        {sentences.map(([sentence, change]) => (
          <li key={sentence} className="wrap-anywhere">
            <span className="font-medium">{change.name}</span>: {changeText(change)}
          </li>
        ))}
      </ul>
      {isInBasket({ added, changes }) && (
        <div className="mt-4 flex flex-wrap gap-3">
          <LinkButton to="/checkout" size="sm">
            Go to checkout
          </LinkButton>
          <LinkButton to="/cart" size="sm" variant="secondary">
            Go to basket
          </LinkButton>
        </div>
      )}
    </div>
  )
}

/** Also with nothing added, when the basket had it already. */
function isInBasket({ added, changes }: SameAgainResult): boolean {
  return added > 0 || changes.some(({ kind }) => kind === 'fewer')
}

function addedText(added: number): string {
  if (added === 0) return 'Nothing was added to your basket.'
  return added === 1 ? '1 item added to your basket.' : `${added} items added to your basket.`
}

const missingReasons = {
  gone: 'no longer on sale.',
  bespoke: 'made to order. Message the seller for a new price.',
  'sold-out': 'sold out.',
  'variation-gone': 'this variation is no longer offered.',
  undeclared: 'the seller has not declared all allergens, so it cannot be bought.',
} as const

function changeText(change: SameAgainResult['changes'][number]): string {
  switch (change.kind) {
    case 'missing':
      return missingReasons[change.why]
    case 'no-fulfilment':
      return 'offered neither for delivery nor for pickup at the moment.'
    case 'choice':
      return `not added. ${change.message}`
    case 'fewer':
      return change.added === 0
        ? 'your basket already has all that are available.'
        : `only ${change.added} of ${change.wanted} available.`
    case 'left-out':
      return 'left out, because it does not fit your household.'
    case 'fulfilment':
      return change.was === 'delivery'
        ? 'no longer delivered, only for pickup.'
        : 'no longer for pickup, only delivered.'
    case 'allergens':
      return change.message
    case 'price':
      return `now ${formatPence(change.nowPence)}, ${formatPence(change.wasPence)} when you bought it.`
  }
}
