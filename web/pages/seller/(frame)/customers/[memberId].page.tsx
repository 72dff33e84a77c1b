/** One customer of the seller's shop: figures, allergies, notes, orders and conversations. */
import { TriangleAlert, UserRoundX } from 'lucide-react'
import { useParams } from 'react-router'
import { readRequests, requestLabel } from '#domain/orders/allergen-requests'
import { orderState } from '#domain/orders/order-state'
import { dateWithYear, dayWithYear } from '#domain/values/calendar'
import { formatPence, formatPounds, toPence } from '#domain/values/money'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { BackLink } from '#ui/back-link'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { customerForm, customerFormValues } from '#web/features/sell/customers/customer-form.ts'
import { type CustomerDetail, customerQuery, useCustomer, useSaveNote } from '#web/features/sell/customers/customers.ts'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'

export const handle = new SellerPage('Customer', { purpose: 'see your customers' })

export const loader = memberLoader(
  (app, { id }, { params }) => void preload(app, customerQuery(app, id, params.memberId ?? '')),
)

export function Component() {
  const { memberId = '' } = useParams()
  const { data: customer, isError, refetch } = useCustomer(memberId)
  return (
    <Page className="py-6 sm:py-10">
      <PageHead title={customer?.name ?? handle.title} hidden />
      <BackLink to="/seller/customers">Back to customers</BackLink>
      {customer ? (
        <Customer key={customer.id} customer={customer} />
      ) : customer === null ? (
        <EmptyState icon={UserRoundX} title="No such customer" headingLevel="h1">
          This member has neither ordered from you nor written to you, or has deleted their account.
        </EmptyState>
      ) : isError ? (
        <LoadFailed title="This customer could not be loaded" retry={() => void refetch()} />
      ) : (
        <Skeleton shape="card" className="mt-6 h-96" />
      )}
    </Page>
  )
}

function Customer({ customer }: { customer: CustomerDetail }) {
  const { orders, spend, first_order: first } = customer
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-3xl wrap-anywhere sm:text-4xl">{customer.name ?? 'A customer'}</h1>
        {customer.is_blocked && <Badge tone="alarm">Blocked</Badge>}
      </div>
      <p className="mt-2 text-ink-soft tabular-nums">
        {first === null
          ? 'No orders yet'
          : `${orders === 1 ? '1 order' : `${orders} orders`}, ${formatPounds(spend)} in all, customer since ${dayWithYear(first)}`}
      </p>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-6 lg:order-2">
          <Allergies customer={customer} />
          <Notes customer={customer} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Orders customer={customer} />
          <Conversations customer={customer} />
        </div>
      </div>
    </>
  )
}

function Allergies({ customer: { allergies, note } }: { customer: CustomerDetail }) {
  const told = readRequests({ allergens: allergies }).map(requestLabel)
  if (told.length === 0 && !note?.allergies) return null
  return (
    <Card>
      <h2 className="flex items-center gap-2 text-xl">
        <TriangleAlert aria-hidden="true" className="size-5 text-alarm" />
        Allergies
      </h2>
      {note?.allergies && <p className="mt-2 whitespace-pre-line wrap-anywhere">{note.allergies}</p>}
      {told.length > 0 && (
        <>
          <p className="mt-2 text-sm text-ink-soft">Asked about in briefs and custom orders:</p>
          <ul className="list-disc pl-5">
            {told.map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-2 text-sm text-pretty text-ink-soft">Always check with the customer before each order.</p>
    </Card>
  )
}

function Notes({ customer: { id, note } }: { customer: CustomerDetail }) {
  const { input, handleSubmit } = useZodForm(customerForm, customerFormValues(note))
  const save = useSaveNote(id)
  const submit = handleSubmit((values) => save.mutate(values))
  return (
    <Card>
      <h2 className="text-xl">Your notes</h2>
      <p className="mt-1 text-sm text-pretty text-ink-soft">
        Only you see them here. By law the customer gets a copy when they download their data, so write what they may
        read.
      </p>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 space-y-4">
        <TextField
          label="Tags"
          hint="Separated by commas, such as regular, office."
          autoComplete="off"
          {...input('tags')}
        />
        <TextArea
          label="Allergies they told you"
          hint="Health data. Write it only if they want you to remember it."
          rows={2}
          {...input('allergies')}
        />
        <TextArea label="Notes" rows={4} {...input('note')} />
        <Button type="submit" variant="secondary" busy={save.isPending} className="max-sm:w-full">
          Save notes
        </Button>
      </form>
    </Card>
  )
}

function Orders({ customer: { history } }: { customer: CustomerDetail }) {
  if (history.length === 0) return null
  return (
    <Card>
      <h2 className="text-xl">Orders</h2>
      <ul aria-label="Orders" className="mt-2 divide-y divide-line">
        {history.map((order) => {
          const state = orderState(order.status)
          const refunded = toPence(order.refunded_amount)
          return (
            <li key={order.id}>
              <Link
                to={`/seller/orders?order=${order.id}`}
                className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3 hover:underline"
              >
                <span className="min-w-0 grow basis-60">
                  <span className="block font-semibold wrap-anywhere">{order.summary}</span>
                  <span className="block text-sm text-ink-soft">
                    {order.number}, ordered {dayWithYear(order.paid_at)}, due {dateWithYear(order.due_at.slice(0, 10))}
                  </span>
                </span>
                <span className="flex items-center gap-3 tabular-nums">
                  <Badge tone={state.tone}>{state.label}</Badge>
                  <span className="font-semibold">{formatPence(toPence(order.total_amount) - refunded)}</span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function Conversations({ customer: { conversations } }: { customer: CustomerDetail }) {
  if (conversations.length === 0) return null
  return (
    <Card>
      <h2 className="text-xl">Conversations</h2>
      <ul aria-label="Conversations" className="mt-2 divide-y divide-line">
        {conversations.map(({ id, product, updated_at: at }) => (
          <li key={id}>
            <Link to={`/messages?room=${id}`} className="flex flex-wrap justify-between gap-x-4 py-3 hover:underline">
              <span className="font-semibold wrap-anywhere">{product ?? 'Conversation'}</span>
              <span className="text-sm text-ink-soft">{dayWithYear(at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
