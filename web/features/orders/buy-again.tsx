/** 'Buy again': adds the available items to the basket and explains the others. */
import { RotateCw } from 'lucide-react'
import { formatPence } from '#domain/money'
import { type BuyAgainResult, useBuyAgain } from '#features/basket'
import { Button } from '#ui/button'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'
import type { OrderDetailItem } from './order-detail.ts'

export function useBuyAgainItems(items: readonly OrderDetailItem[]) {
  const { mutate, isPending, isError, data } = useBuyAgain()
  return { start: () => mutate(items), isPending, isError, result: data }
}

type BuyAgainState = ReturnType<typeof useBuyAgainItems>

/** @param isPrimary whether it is the primary action */
export function BuyAgainButton({ buyAgain, isPrimary }: { buyAgain: BuyAgainState; isPrimary: boolean }) {
  return (
    <Button variant={isPrimary ? 'primary' : 'secondary'} busy={buyAgain.isPending} onClick={buyAgain.start}>
      <RotateCw aria-hidden="true" className="size-5" />
      Buy again
    </Button>
  )
}

/** A live region, rendered before it has content. */
export function BuyAgainOutcome({ buyAgain: { result, isError, isPending } }: { buyAgain: BuyAgainState }) {
  return (
    <div role="status">
      {isError && !isPending && (
        <Notice tone="error" className="mt-4">
          Nothing was added to your basket. Check your connection and try again.
        </Notice>
      )}
      {result && !isPending && <BuyAgainSummary result={result} />}
    </div>
  )
}

function BuyAgainSummary({ result: { added, changes } }: { result: BuyAgainResult }) {
  // Lines that differ only in their custom text are reported once.
  const sentences = [...new Map(changes.map((change) => [`${change.name}: ${changeText(change)}`, change])).entries()]
  return (
    <div className="mt-4 rounded-card border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="font-semibold">{addedText(added)}</p>
        {added > 0 && (
          <LinkButton to="/cart" size="sm">
            Go to basket
          </LinkButton>
        )}
      </div>
      {changes.length > 0 && (
        <ul className="mt-2 space-y-1 text-pretty">
          {sentences.map(([sentence, change]) => (
            <li key={sentence} className="wrap-anywhere">
              <span className="font-medium">{change.name}</span>: {changeText(change)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
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

function changeText(change: BuyAgainResult['changes'][number]): string {
  switch (change.kind) {
    case 'missing':
      return missingReasons[change.why]
    case 'fewer':
      return change.added === 0
        ? 'your basket already has all that are available.'
        : `only ${change.added} of ${change.wanted} available.`
    case 'price':
      return `now ${formatPence(change.nowPence)}, ${formatPence(change.wasPence)} when you bought it.`
  }
}
