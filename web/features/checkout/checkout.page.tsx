/** The checkout: how each shop hands over, where to, what is in it all, and what it costs. */
import { CloudAlert, ShoppingBasket } from 'lucide-react'
import { Navigate } from 'react-router'
import { reviewBasket } from '#domain/basket-review'
import { RequireAccount, type SessionUser } from '#features/auth'
import { useCart, useOnSale, usePurchasesUnderWay } from '#features/basket'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Skeleton, SkeletonText } from '#ui/skeleton'
import { PageHead } from '#web/app/page-head.tsx'
import { CheckoutForm } from './checkout-form.tsx'

export function Component() {
  return (
    <div className="page max-w-6xl! pt-8 sm:pt-12">
      <PageHead title="Checkout" hidden />
      <RequireAccount fallback={<CheckoutLoading />}>{(user) => <Checkout user={user} />}</RequireAccount>
    </div>
  )
}

function Checkout({ user }: { user: SessionUser }) {
  const cart = useCart()
  const underWay = usePurchasesUnderWay()
  const { data: onSale = null, isError, refetch } = useOnSale(cart.lines.map(({ product }) => product.id))
  const [waiting] = underWay ?? []
  // What waits to be paid holds what is in the basket: it is either paid, or given up first.
  if (waiting) return <Navigate to={`/checkout/${waiting.id}`} replace />
  if (cart.count === 0) return <NothingToBuy />
  if (!onSale && isError) return <Unreachable retry={() => void refetch()} />
  if (!onSale || !underWay) return <CheckoutLoading />
  return <CheckoutForm user={user} reviewed={reviewBasket(cart.lines, onSale)} />
}

function NothingToBuy() {
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

function Unreachable({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      icon={CloudAlert}
      title="The checkout could not be loaded"
      headingLevel="h1"
      className="py-20"
      actions={<Button onClick={retry}>Try again</Button>}
    >
      <p role="alert">Check your connection and try again. Your basket is safe.</p>
    </EmptyState>
  )
}

function CheckoutLoading() {
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Checkout</h1>
      <p role="status" className="sr-only">
        Loading the checkout...
      </p>
      <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_22rem]">
        <div className="space-y-6">
          <SkeletonText lines={2} />
          <Skeleton className="h-72 rounded-2xl!" />
        </div>
        <Skeleton className="h-64 rounded-2xl!" />
      </div>
    </>
  )
}
