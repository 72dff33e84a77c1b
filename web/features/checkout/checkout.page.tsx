/** The checkout page: fulfilment, address, allergens and total. */
import { ShoppingBasket } from 'lucide-react'
import { Navigate, useSearchParams } from 'react-router'
import { reviewBasket } from '#domain/basket-review'
import { RequireAccount, type SessionUser } from '#features/auth'
import { useCart, useOnSale, useReconciledCheckouts } from '#features/basket'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutLoadFailed, CheckoutLoading } from './checkout-states.tsx'
import { placeOrder } from './place-order.ts'
import { QuoteCheckout } from './quote-checkout.tsx'

export function Component() {
  return (
    <div className="own-bar page max-w-6xl! pt-8 sm:pt-12">
      <PageHead title="Checkout" hidden />
      <RequireAccount fallback={<CheckoutLoading />}>{(user) => <BasketOrQuoteCheckout user={user} />}</RequireAccount>
    </div>
  )
}

/** Checks out the basket, or the quote of a conversation. */
function BasketOrQuoteCheckout({ user }: { user: SessionUser }) {
  const quoteId = useSearchParams()[0].get('quote')
  return quoteId === null ? <Checkout user={user} /> : <QuoteCheckout key={quoteId} user={user} roomId={quoteId} />
}

function Checkout({ user }: { user: SessionUser }) {
  const app = useApp()
  const cart = useCart()
  const checkouts = useReconciledCheckouts()
  const { data: onSale = null, isError, refetch } = useOnSale(cart.lines.map(({ product }) => product.id))
  const [pending] = checkouts?.pending ?? []
  // A pending checkout holds the items of the basket. It has to be paid or cancelled first.
  if (pending) return <Navigate to={`/checkout/${pending.id}`} replace />
  if (cart.count === 0) return <EmptyCart />
  if (!onSale && isError) return <CheckoutLoadFailed retry={() => void refetch()} reassurance="Your basket is safe." />
  if (!onSale || !checkouts) return <CheckoutLoading />
  return (
    <CheckoutForm
      // A payment that is found meanwhile, in this tab or another, starts the form afresh.
      key={checkouts.lastPaidAt}
      user={user}
      draft={{ name: 'basket', since: checkouts.lastPaidAt }}
      lines={reviewBasket(cart.lines, onSale).lines}
      placeOrder={(request) => placeOrder(app, user.id, cart, request)}
    />
  )
}

function EmptyCart() {
  return (
    <EmptyState
      icon={ShoppingBasket}
      title="Your cart is empty"
      headingLevel="h1"
      className="py-20"
      actions={<LinkButton to="/">Browse Products</LinkButton>}
    />
  )
}
