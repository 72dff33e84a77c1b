/** The checkout page: fulfilment, address, allergens and total. */
import { ShoppingBasket } from 'lucide-react'
import { Navigate, useSearchParams } from 'react-router'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { RequireAccount, useMember } from '#web/features/account/auth/require-account.tsx'
import { useBasket } from '#web/features/buy/basket/use-basket.ts'
import { CheckoutForm } from '#web/features/buy/checkout/checkout-form.tsx'
import { CheckoutLoading } from '#web/features/buy/checkout/checkout-states.tsx'
import { basketDraft } from '#web/features/buy/checkout/draft.ts'
import { placeOrder } from '#web/features/buy/checkout/place-order.ts'
import { QuoteCheckout } from '#web/features/buy/checkout/quote-checkout.tsx'
import { useLastPaidAt } from '#web/features/buy/checkout/settle-checkouts.ts'
import { usePendingCheckouts } from '#web/features/buy/checkout/stored-checkouts.ts'

export function Component() {
  return (
    <Page width="wide" className="own-bar pt-8 sm:pt-12">
      <PageHead title="Checkout" hidden />
      <RequireAccount fallback={<CheckoutLoading />}>{() => <BasketOrQuoteCheckout />}</RequireAccount>
    </Page>
  )
}

/** Checks out the basket, or the quote of a conversation. */
function BasketOrQuoteCheckout() {
  const quoteId = useSearchParams()[0].get('quote')
  return quoteId === null ? <Checkout /> : <QuoteCheckout key={quoteId} conversationId={quoteId} />
}

function Checkout() {
  const { id: userId } = useMember()
  const app = useApp()
  const basket = useBasket()
  const pending = usePendingCheckouts(userId)
  const lastPaidAt = useLastPaidAt()
  // A pending checkout holds the items of the basket. It has to be paid or cancelled first.
  if (pending?.[0]) return <Navigate to={`/checkout/${pending[0].id}`} replace />
  if (basket.count === 0) return <EmptyBasket />
  if (!pending) return <CheckoutLoading />
  return (
    <CheckoutForm
      // A payment that is found meanwhile, in this tab or another, starts the form afresh.
      key={lastPaidAt}
      draft={{ name: basketDraft, since: lastPaidAt }}
      requested={basket}
      reassurance="Your basket is safe."
      placeOrder={(request) => placeOrder(app, userId, request)}
    />
  )
}

function EmptyBasket() {
  return <PageNotice icon={ShoppingBasket} title="Your cart is empty" to="/" link="Browse Products" />
}
