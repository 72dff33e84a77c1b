/** Enters an order taken by phone or at a market. */
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { londonTime } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { useNow } from '#platform/clock.ts'
import { messageFor } from '#platform/message-for.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useDebounced } from '#platform/use-debounced.ts'
import { useFirstLoad } from '#platform/use-first-load.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Choice } from '#ui/choice'
import { FieldGroup } from '#ui/field'
import { FormError } from '#ui/form-error'
import { LinkButton } from '#ui/link-button'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import {
  type DraftOrder,
  draftProblem,
  type ManualPayment,
  newCustomLine,
  newLine,
  totalPence,
} from '#web/features/sell/manual-orders/draft-order.ts'
import { HandOverFields } from '#web/features/sell/manual-orders/hand-over-fields.tsx'
import { CustomLineFields, ProductLineFields } from '#web/features/sell/manual-orders/line-fields.tsx'
import { LinkPanel } from '#web/features/sell/manual-orders/link-panel.tsx'
import {
  linksQuery,
  type PlacedManualOrder,
  useOpenPaymentLinks,
  usePlaceManualOrder,
} from '#web/features/sell/manual-orders/manual-orders.ts'
import { sellableQuery, useSellableProducts } from '#web/features/sell/manual-orders/sellable-products.ts'

export const handle = new SellerPage('New order', { purpose: 'enter orders' })

export const loader = memberLoader((app, { id }) => {
  void preload(app, linksQuery(app, id))
  void preload(app, sellableQuery(app, id))
})

const emptyDraft: DraftOrder = {
  lines: [],
  customLines: [],
  name: '',
  phone: '',
  email: '',
  note: '',
  handOver: { kind: 'now' },
  payment: 'received',
}

export function Component() {
  const [placed, setPlaced] = useState<PlacedManualOrder | null>(null)
  const links = useOpenPaymentLinks()
  const products = useSellableProducts('')
  const isLoading = useFirstLoad(links, products)
  return (
    <Page width="reading" className="py-6 sm:py-10">
      <PageHead title={handle.title} hidden />
      <BackLink to="/seller/orders">Orders</BackLink>
      <h1 className="mt-1 text-3xl sm:text-4xl">New order</h1>
      <p className="mt-1 text-pretty text-ink-soft">
        For a customer on the phone or at your stall, without an account.
      </p>
      {isLoading ? (
        <Loading text="Loading products..." className="mt-6">
          <Skeleton shape="card" className="h-144" />
        </Loading>
      ) : (
        <>
          <OpenLinks placed={placed} links={links.data} />
          {placed ? (
            <Button size="lg" className="mt-6 max-sm:w-full" onClick={() => setPlaced(null)}>
              <Plus aria-hidden="true" className="size-5" />
              Another order
            </Button>
          ) : (
            <OrderForm onPlaced={setPlaced} />
          )}
        </>
      )}
    </Page>
  )
}

/** The outcome of the order just placed, and the others that await payment. */
function OpenLinks({
  placed,
  links,
}: {
  placed: PlacedManualOrder | null
  links: readonly PlacedManualOrder[] | undefined
}) {
  // A link that is no longer open was paid, or has expired.
  const isDone =
    placed !== null && (placed.token === null || (links && !links.some((link) => link.order_id === placed.order_id)))
  return (
    <div className="mt-5 grid gap-4">
      {placed && isDone && (
        <Notice
          tone="success"
          role="status"
          action={
            <LinkButton to={`/seller/orders?order=${placed.order_id}`} variant="secondary" size="sm">
              See the order
            </LinkButton>
          }
        >
          Order {placed.number} {placed.token === null ? 'is entered.' : 'is no longer awaiting payment.'}
        </Notice>
      )}
      {links?.map((link) => link.token && <LinkPanel key={link.order_id} order={link} token={link.token} />)}
    </div>
  )
}

const paymentTexts: Readonly<Record<ManualPayment, { title: string; about: string }>> = {
  received: { title: 'Paid in cash, or already', about: 'Without our fee.' },
  link: { title: 'By card, with a link or QR code', about: 'Our usual fee applies. The order counts once it is paid.' },
  collection: { title: 'Unpaid, on collection', about: 'You confirm the money when the order is handed over.' },
}

function OrderForm({ onPlaced }: { onPlaced: (placed: PlacedManualOrder) => void }) {
  const shop = useSellerShop()
  const { date: today } = londonTime(useNow())
  const [draft, setDraft] = useState(emptyDraft)
  // The same for every attempt, so that a retry cannot place a second order.
  const [key] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<string | null>(null)
  const place = usePlaceManualOrder()
  const change = (next: Partial<DraftOrder>) => {
    setProblem(null)
    place.reset()
    setDraft((current) => ({ ...current, ...next }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = draftProblem(draft)
    setProblem(found)
    if (found === null) place.mutate({ draft, key }, { onSuccess: onPlaced })
  }
  return (
    <form onSubmit={submit} noValidate className="mt-6 grid gap-7">
      <Items draft={draft} change={change} />
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-xl font-semibold">Customer</legend>
        <TextField
          label="Name"
          maxLength={100}
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <TextField
          label="Phone (optional)"
          type="tel"
          maxLength={32}
          value={draft.phone}
          onChange={({ currentTarget }) => change({ phone: currentTarget.value })}
        />
        <TextField
          label="Email for the receipt (optional)"
          type="email"
          maxLength={254}
          value={draft.email}
          onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        />
        <TextArea
          label="Note (optional)"
          rows={2}
          maxLength={1000}
          className="sm:col-span-2"
          value={draft.note}
          onChange={({ currentTarget }) => change({ note: currentTarget.value })}
        />
      </fieldset>
      <HandOverFields
        shopId={shop.id}
        productIds={draft.lines.map(({ product }) => product.id)}
        today={today}
        value={draft.handOver}
        onChange={(handOver) =>
          change({
            handOver,
            ...(handOver.kind === 'now' && draft.payment === 'collection' && { payment: 'received' }),
          })
        }
      />
      <FieldGroup legend="Payment">
        <div className="mt-2 grid gap-2">
          {(['received', 'link', 'collection'] as const)
            .filter((payment) => payment !== 'collection' || draft.handOver.kind !== 'now')
            .map((payment) => (
              <Choice
                key={payment}
                look="card"
                name="payment"
                checked={draft.payment === payment}
                onChange={() => change({ payment })}
              >
                <span className="block font-medium">{paymentTexts[payment].title}</span>
                <span className="block text-ink-soft">{paymentTexts[payment].about}</span>
              </Choice>
            ))}
        </div>
      </FieldGroup>
      <div>
        <p className="flex justify-between text-lg font-semibold">
          <span>Total</span>
          <span className="tabular-nums">{formatPence(totalPence(draft))}</span>
        </p>
        <FormError
          message={
            problem ?? (place.error && messageFor(place.error, 'The order could not be entered. Please try again.'))
          }
        />
        <Button type="submit" size="lg" busy={place.isPending} className="mt-3 w-full">
          {draft.payment === 'link' ? 'Create payment link' : 'Enter order'}
        </Button>
      </div>
    </form>
  )
}

interface ItemsProps {
  draft: DraftOrder
  change: (next: Partial<DraftOrder>) => void
}

function Items({ draft: { lines, customLines }, change }: ItemsProps) {
  const [text, setText] = useState('')
  const now = useNow()
  const { data: products, isFetching, refetch } = useSellableProducts(useDebounced(text, 200))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-xl font-semibold">Items</legend>
      <ul aria-label="Items" className="grid gap-3">
        {lines.map((line) => (
          <ProductLineFields
            key={line.key}
            line={line}
            onChange={(next) => change({ lines: lines.map((other) => (other.key === line.key ? next : other)) })}
            onRemove={() => change({ lines: lines.filter(({ key }) => key !== line.key) })}
          />
        ))}
        {customLines.map((line) => (
          <CustomLineFields
            key={line.key}
            line={line}
            onChange={(next) =>
              change({ customLines: customLines.map((other) => (other.key === line.key ? next : other)) })
            }
            onRemove={() => change({ customLines: customLines.filter(({ key }) => key !== line.key) })}
          />
        ))}
      </ul>
      <TextField
        label="Find a product"
        type="search"
        className="mt-3"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ul aria-label="Products" className="mt-2 flex flex-wrap gap-2">
        {products?.map((product) => {
          const isSoldOut = !product.is_made_to_order && product.stock === 0
          const isEarly = product.drop !== null && now < new Date(product.drop.opens_at)
          return (
            <li key={product.id} className="min-w-0">
              <Button
                variant="secondary"
                size="sm"
                disabled={isSoldOut}
                onClick={() => change({ lines: [...lines, newLine(product)] })}
                className="h-11 max-w-full"
              >
                <Plus aria-hidden="true" className="size-4.5 shrink-0" />
                <span className="truncate">{product.name}</span>
                {isSoldOut && (isEarly ? ' (not open yet)' : ' (sold out)')}
              </Button>
            </li>
          )
        })}
        <li>
          <Button
            variant="secondary"
            size="sm"
            className="h-11"
            onClick={() => change({ customLines: [...customLines, newCustomLine()] })}
          >
            <Plus aria-hidden="true" className="size-4.5" />A line of your own
          </Button>
        </li>
      </ul>
      {!products && (
        <LoadFailedLine retry={() => void refetch()} busy={isFetching} className="mt-2">
          Your products could not be loaded.
        </LoadFailedLine>
      )}
      {products?.length === 0 && <p className="mt-2 text-ink-soft">No product on sale for pickup has this name.</p>}
    </fieldset>
  )
}
