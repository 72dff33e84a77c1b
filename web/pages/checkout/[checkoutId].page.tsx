/** The page after the payment: paid, pending, cancelled or expired. */
import { CircleCheck, ClockAlert } from 'lucide-react'
import { useParams } from 'react-router'
import { PageHead } from '#platform/page-head.tsx'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Loaded } from '#ui/loaded'
import { Page } from '#ui/page'
import { RequireAccount, useMember } from '#web/features/account/auth/require-account.tsx'
import { CheckoutOrders } from '#web/features/buy/checkout/checkout-orders.tsx'
import { type PlacedCheckout, usePlacedCheckout } from '#web/features/buy/checkout/placed-checkout.ts'
import { usePendingCheckouts } from '#web/features/buy/checkout/stored-checkouts.ts'
import { Unpaid } from '#web/features/buy/checkout/unpaid.tsx'
import { FollowButton, FollowEmails } from '#web/features/discover/followers/follow-button.tsx'
import { OrderNotFound, OrdersLoading } from '#web/features/orders/orders/order-list.tsx'

export function Component() {
  const { checkoutId = '' } = useParams()
  return (
    <Page width="reading" className="py-8 sm:py-12">
      <PageHead title="Your order" hidden />
      <RequireAccount fallback={<OrdersLoading />}>
        {() => <Confirmation key={checkoutId} checkoutId={checkoutId} />}
      </RequireAccount>
    </Page>
  )
}

function Confirmation({ checkoutId }: { checkoutId: string }) {
  const query = usePlacedCheckout(checkoutId)
  return (
    <Loaded query={query} failed="The orders could not be loaded" loading={<OrdersLoading />}>
      {(checkout) => (checkout === null ? <OrderNotFound /> : <CheckoutStatus checkout={checkout} />)}
    </Loaded>
  )
}

function CheckoutStatus({ checkout }: { checkout: PlacedCheckout }) {
  switch (checkout.status) {
    case 'paid':
      return <Paid checkout={checkout} />
    case 'pending':
      return <Unpaid checkout={checkout} />
    default:
      return (
        <CheckoutEnded
          isExpired={checkout.status === 'expired'}
          conversationId={checkout.orders[0]?.chat_room_id ?? null}
        />
      )
  }
}

function Paid({ checkout }: { checkout: PlacedCheckout }) {
  const user = useMember()
  // Reads the stored checkouts, so that this one is settled.
  usePendingCheckouts(user.id)
  return (
    <>
      <div className="flex items-center gap-4">
        <CircleCheck aria-hidden="true" className="size-12 shrink-0 text-leaf" strokeWidth={1.5} />
        <h1 className="text-3xl wrap-anywhere sm:text-4xl">Thank you, {user.name}</h1>
      </div>
      <p className="mt-3 text-pretty text-ink-soft" role="status">
        {checkout.total === 0
          ? checkout.voucher_amount > 0
            ? 'Your gift voucher has paid for everything.'
            : 'There was nothing to pay.'
          : `We have received your ${checkout.balance > 0 ? 'deposit' : 'payment'}.`}{' '}
        {checkout.orders.length === 1 ? 'The seller has' : 'The sellers have'} your order.
      </p>
      <CheckoutOrders checkout={checkout} linked />
      <FollowShops checkout={checkout} />
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton to="/orders">Your Orders</LinkButton>
        <LinkButton to="/" variant="secondary">
          Continue shopping
        </LinkButton>
      </div>
    </>
  )
}

/** Nothing of it is chosen beforehand: an order is no consent to announcements. */
function FollowShops({ checkout }: { checkout: PlacedCheckout }) {
  return (
    <ul aria-label="Follow the shops" className="mt-6 space-y-4">
      {checkout.orders.map(
        ({ id, shop_id: shopId, shop_name: name }) =>
          shopId && (
            <li key={id} className="space-y-2">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <p className="text-pretty wrap-anywhere">Hear what {name} bakes next.</p>
                <FollowButton shopId={shopId} name={name} />
              </div>
              <FollowEmails shopId={shopId} name={name} />
            </li>
          ),
      )}
    </ul>
  )
}

/** @param conversationId the conversation of an accepted quote */
function CheckoutEnded({ isExpired, conversationId }: { isExpired: boolean; conversationId: string | null }) {
  return (
    <EmptyState
      icon={ClockAlert}
      title={isExpired ? 'This order has expired' : 'This order was cancelled'}
      headingLevel="h1"
      className="py-20"
      actions={
        <>
          {conversationId ? (
            <LinkButton to={`/messages?room=${conversationId}`}>Back to the conversation</LinkButton>
          ) : (
            <LinkButton to="/cart">Back to your basket</LinkButton>
          )}
          <LinkButton to="/" variant="secondary">
            Continue shopping
          </LinkButton>
        </>
      }
    >
      <p>
        {isExpired
          ? 'It was not paid in time, so its items are on sale again.'
          : 'It was not paid, so its items are on sale again.'}{' '}
        If a payment still arrives, we either confirm the order or refund you in full, and let you know.{' '}
        {conversationId ? 'You can accept the quote again until it expires.' : 'Your basket is unchanged.'}
      </p>
    </EmptyState>
  )
}
