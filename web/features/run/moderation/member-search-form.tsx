/** One field that finds members, orders and shops. */
import { type FormEvent, type ReactNode, useState } from 'react'
import { dayWithYear } from '#domain/values/calendar'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { FormError } from '#ui/form-error'
import { Link } from '#ui/link'
import { TextField } from '#ui/text-field'
import { type FoundRecords, useFind } from './member-search.ts'
import { OrderLine } from './order-line.tsx'
import { ShopStatus } from './shop-status.tsx'

export function MemberSearch() {
  const { data: found, mutate, isPending, error } = useFind()
  const [query, setQuery] = useState('')
  const [isMissing, setMissing] = useState(false)

  function find(event: FormEvent): void {
    event.preventDefault()
    const isShort = query.trim().length < 2
    setMissing(isShort)
    if (!isShort) mutate(query)
  }

  return (
    <>
      <form noValidate onSubmit={find} className="flex flex-wrap items-start gap-3">
        <TextField
          label="Email, name, order or shop"
          hint="The log records each member you see."
          type="search"
          autoComplete="off"
          maxLength={200}
          value={query}
          error={isMissing ? 'Please enter at least 2 characters.' : undefined}
          onChange={(event) => setQuery(event.currentTarget.value)}
          className="min-w-0 grow basis-64"
        />
        <Button type="submit" busy={isPending} className="mt-7 max-sm:mt-0 max-sm:w-full">
          Find
        </Button>
      </form>
      <FormError message={error && messageFor(error, 'Nothing could be looked up. Please try again.')} />
      <p role="status" className="mt-6 text-ink-soft">
        {found && foundText(found)}
      </p>
      {found && <Results found={found} />}
    </>
  )
}

function Results({ found: { members, orders, shops } }: { found: FoundRecords }) {
  return (
    <div className="mt-4 space-y-6">
      <List title="Members" isEmpty={members.length === 0}>
        {members.map(({ id, name, email, joined_at: at }) => (
          <li key={id} className="px-5 py-3">
            <Link to={`/admin/members/${id}`} className="text-link wrap-anywhere">
              {name}
            </Link>
            <p className="text-sm text-ink-soft wrap-anywhere">
              {email ?? 'No email address'}, joined {dayWithYear(at)}
            </p>
          </li>
        ))}
      </List>
      <List title="Orders" isEmpty={orders.length === 0}>
        {orders.map((order) => (
          <li key={order.id} className="px-5 py-3">
            <OrderLine order={order} />
            {order.buyer_id && (
              <Link to={`/admin/members/${order.buyer_id}`} className="text-link text-sm">
                Show buyer
              </Link>
            )}
          </li>
        ))}
      </List>
      <List title="Shops" isEmpty={shops.length === 0}>
        {shops.map(({ id, name, slug, status, owner_id: owner }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3">
            <span className="min-w-0">
              <Link to={`/shop/${slug}`} className="text-link wrap-anywhere">
                {name}
              </Link>
              {owner && (
                <Link to={`/admin/members/${owner}`} className="block text-link text-sm">
                  Show owner
                </Link>
              )}
            </span>
            <ShopStatus status={status} />
          </li>
        ))}
      </List>
    </div>
  )
}

function foundText({ members, orders, shops }: FoundRecords): string {
  const count = members.length + orders.length + shops.length
  return count === 0 ? 'Nothing was found.' : count === 1 ? '1 result' : `${count} results`
}

function List({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null
  return (
    <section>
      <h2 className="text-xl">{title}</h2>
      <ul aria-label={title} className="mt-2 divide-y divide-line rounded-card border border-line bg-card">
        {children}
      </ul>
    </section>
  )
}
