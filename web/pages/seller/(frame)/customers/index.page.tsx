/** The customers of the seller's shop: search, tags, sorting and a file. */
import { Download, UsersRound } from 'lucide-react'
import { dateWithYear, dayWithYear } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { downloadText } from '#platform/download-text.ts'
import { PageHead } from '#platform/page-head.tsx'
import { useUrlParameters } from '#platform/url-parameters.ts'
import { useWrite } from '#platform/use-write.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { SearchField } from '#ui/search-field'
import { Select } from '#ui/select'
import { Skeleton } from '#ui/skeleton'
import {
  type Customer,
  type CustomerParameters,
  customerSorts,
  fetchAllCustomers,
  useCustomers,
} from '#web/features/sell/customers/customers.ts'
import { writeCustomers } from '#web/features/sell/customers/customers-csv.ts'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'

export const handle = new SellerPage('Customers', { purpose: 'see your customers' })

const sortLabels: Readonly<Record<CustomerParameters['sort'], string>> = {
  last: 'Last contact',
  spend: 'Highest spend',
  orders: 'Most orders',
  name: 'Name: A to Z',
}

function readCustomerParameters(searchParams: URLSearchParams): CustomerParameters {
  const sort = customerSorts.find((known) => known === searchParams.get('sort')) ?? 'last'
  return { search: searchParams.get('q') ?? '', tag: searchParams.get('tag') ?? '', sort }
}

function writeCustomerParameters({ search, tag, sort }: CustomerParameters): Record<string, string> {
  return { ...(search && { q: search }), ...(tag && { tag }), ...(sort !== 'last' && { sort }) }
}

export function Component() {
  const [searchParams, changeUrl] = useUrlParameters()
  const parameters = readCustomerParameters(searchParams)
  const change = (next: Partial<CustomerParameters>) =>
    changeUrl(
      (latest) => new URLSearchParams(writeCustomerParameters({ ...readCustomerParameters(latest), ...next })),
      next.search !== undefined,
    )
  const { shown, hasFailed, retry, isLoadingMore, showMore } = useCustomers(parameters)
  const isFiltered = parameters.search !== '' || parameters.tag !== ''
  return (
    <Page className="py-8 sm:py-12">
      <PageHead title={handle.title} hidden />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 className="text-3xl sm:text-4xl">Customers</h1>
        {shown && shown.total > 0 && <ExportButton parameters={parameters} />}
      </div>
      <p className="mt-3 max-w-prose text-pretty text-ink-soft">
        Everyone who has ordered from you or written to you. Use what you learn here for their orders only.
      </p>
      {!shown && hasFailed && <LoadFailed title="Your customers could not be loaded" retry={retry} />}
      {!shown && !hasFailed && <Skeleton shape="card" className="mt-8 h-96" />}
      {shown && shown.total === 0 && !isFiltered && (
        <EmptyState icon={UsersRound} title="No customers yet">
          They appear here with their first order or message.
        </EmptyState>
      )}
      {shown && (shown.total > 0 || isFiltered) && (
        <>
          <div className="mt-6 grid grid-cols-2 gap-3 md:flex">
            <SearchField
              label="Search your customers"
              placeholder="Search by name"
              text={parameters.search}
              onSearch={(search) => change({ search })}
              className="max-md:col-span-2 md:w-80"
            />
            <Select
              label="Sort by"
              labelHidden
              value={parameters.sort}
              options={customerSorts.map((value) => ({ value, label: sortLabels[value] }))}
              onValueChange={(value) => change({ sort: customerSorts.find((known) => known === value) ?? 'last' })}
              className="md:w-48"
            />
            <Select
              label="Tag"
              labelHidden
              value={parameters.tag}
              options={[{ value: '', label: 'All tags' }, ...tagsOf(shown.tags, parameters.tag)]}
              onValueChange={(tag) => change({ tag })}
              className="md:w-48"
            />
          </div>
          <p role="status" className="mt-4 text-sm text-ink-soft">
            {shown.total === 1 ? '1 customer' : `${shown.total.toLocaleString('en-GB')} customers`}
          </p>
          <ul aria-label="Customers" className="mt-2 divide-y divide-line rounded-card border border-line bg-card">
            {shown.items.map((customer) => (
              <CustomerRow key={customer.id} customer={customer} />
            ))}
          </ul>
          {shown.next !== null && (
            <Button variant="secondary" busy={isLoadingMore} onClick={showMore} className="mt-6 max-sm:w-full">
              Show more
            </Button>
          )}
        </>
      )}
    </Page>
  )
}

/** The chosen tag stays an option when nobody has it any longer. */
function tagsOf(tags: readonly string[], chosen: string) {
  const all = chosen === '' || tags.includes(chosen) ? tags : [...tags, chosen]
  return all.map((tag) => ({ value: tag, label: tag }))
}

function CustomerRow({ customer }: { customer: Customer }) {
  const { id, name, orders, spend, tags, has_allergies: hasAllergies, last_order: last, next_order: next } = customer
  return (
    <li>
      <Link
        to={`/seller/customers/${id}`}
        className="grid gap-x-6 gap-y-1 px-4 py-3 hover:bg-paper-deep sm:grid-cols-[minmax(0,1fr)_auto] sm:px-5"
      >
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold wrap-anywhere">{name ?? 'A customer'}</span>
            {hasAllergies && <Badge tone="alarm">Allergies</Badge>}
            {tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </span>
          <span className="block text-sm text-ink-soft">
            {[
              last ? `Last order ${dayWithYear(last)}` : 'Has written to you',
              next && `next ${dateWithYear(next.slice(0, 10))}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className="text-sm tabular-nums sm:text-right">
          <span className="sm:block">{orders === 1 ? '1 order' : `${orders} orders`}</span>
          <span className="sm:hidden"> · </span>
          <span className="font-semibold sm:block">{formatPounds(spend)}</span>
        </span>
      </Link>
    </li>
  )
}

function ExportButton({ parameters }: { parameters: CustomerParameters }) {
  const { slug } = useSellerShop()
  const exportAll = useWrite({
    run: (app) => fetchAllCustomers(app, parameters),
    onSuccess: (customers) => downloadText(writeCustomers(customers), `${slug}-customers.csv`, 'text/csv'),
    failure: { title: 'Error', description: 'The customers could not be exported. Please try again.' },
  })
  return (
    <Button variant="quiet" busy={exportAll.isPending} onClick={() => exportAll.mutate()} className="max-sm:px-3">
      {!exportAll.isPending && <Download aria-hidden="true" className="size-5" />}
      Export
    </Button>
  )
}
