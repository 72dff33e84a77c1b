/** The discount codes of the seller's shop. */
import { Gift, Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { discountText } from '#domain/checkout/discount'
import { dateWithYear, londonTime } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { useNow } from '#platform/clock.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { lazyDialog } from '#ui/lazy-dialog'
import { LinkButton } from '#ui/link-button'
import { Loaded } from '#ui/loaded'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'
import { codesQuery, type DiscountCode, useCodes, useSwitchCode } from '#web/features/sell/promotions/codes.ts'

export const handle = new SellerPage('Promotions', { purpose: 'add discount codes' })

export const loader = memberLoader((app, { id }) => void preload(app, codesQuery(app, id)))

const CodeDialog = lazyDialog(() =>
  import('#web/features/sell/promotions/code-dialog.tsx').then((module) => module.CodeDialog),
)
const DeleteCodeDialog = lazyDialog(() =>
  import('#web/features/sell/promotions/delete-code-dialog.tsx').then((module) => module.DeleteCodeDialog),
)

type Opened =
  | { readonly kind: 'edit'; readonly code: DiscountCode | null }
  | { readonly kind: 'delete'; readonly code: DiscountCode }

export function Component() {
  const query = useCodes()
  const [opened, setOpened] = useState<Opened>({ kind: 'edit', code: null })
  const [isOpen, setIsOpen] = useState(false)
  const open = (next: Opened) => {
    setOpened(next)
    setIsOpen(true)
  }
  const close = () => setIsOpen(false)
  const add = () => open({ kind: 'edit', code: null })
  return (
    <Page className="py-8 sm:py-12">
      <PageHead title={handle.title} hidden />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 className="text-3xl sm:text-4xl">Promotions</h1>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">
          <LinkButton to="/seller/vouchers" variant="secondary">
            <Gift aria-hidden="true" className="size-5 text-berry" />
            Gift vouchers
          </LinkButton>
          {query.data && query.data.length > 0 && (
            <Button onClick={add}>
              <Plus aria-hidden="true" className="size-5" />
              New code
            </Button>
          )}
        </div>
      </div>
      <p className="mt-3 max-w-prose text-pretty text-ink-soft">
        An order takes one code from each shop. A code never makes delivery dearer, and custom orders keep their quoted
        price.
      </p>
      <Loaded
        query={query}
        failed="Your codes could not be loaded"
        loading={<Skeleton shape="card" className="mt-8 h-64" />}
      >
        {(codes) => <Codes codes={codes} onAdd={add} onOpen={open} />}
      </Loaded>
      <CodeDialog
        key={opened.code?.id ?? 'new'}
        open={isOpen && opened.kind === 'edit'}
        onClose={close}
        code={opened.code}
      />
      {opened.code && <DeleteCodeDialog open={isOpen && opened.kind === 'delete'} onClose={close} code={opened.code} />}
    </Page>
  )
}

interface CodesProps {
  codes: readonly DiscountCode[]
  onAdd: () => void
  onOpen: (opened: Opened) => void
}

function Codes({ codes, onAdd, onOpen }: CodesProps) {
  const change = useSwitchCode()
  if (codes.length === 0) {
    return (
      <EmptyState
        icon={TicketPercent}
        title="No codes yet"
        actions={<Button onClick={onAdd}>Add your first code</Button>}
      >
        Give regulars a percentage off, newcomers a first-order treat, or everyone free delivery for a week.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Discount codes" className="mt-8 grid gap-4 lg:grid-cols-2">
      {codes.map((code) => (
        <li key={code.id} className="min-w-0">
          <Card className="flex h-full flex-col gap-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <h2 className="font-sans text-lg font-semibold tracking-normal wrap-anywhere">{code.code}</h2>
              <State code={code} />
            </div>
            <p className="text-pretty">{[discountText(code), ...conditionsOf(code)].join(' · ')}</p>
            <p className="text-sm text-ink-soft tabular-nums">{figuresText(code)}</p>
            <div className="mt-auto flex flex-wrap gap-2 pt-1">
              <Button
                size="sm"
                variant="secondary"
                onClick={() => onOpen({ kind: 'edit', code })}
                aria-label={`Edit ${code.code}`}
              >
                Edit
              </Button>
              <Button
                size="sm"
                variant="secondary"
                busy={change.isPending && change.variables.id === code.id}
                onClick={() => change.mutate({ id: code.id, isActive: !code.is_active })}
                aria-label={`Switch ${code.code} ${code.is_active ? 'off' : 'on'}`}
              >
                Switch {code.is_active ? 'off' : 'on'}
              </Button>
              <Button
                size="sm"
                variant="quiet"
                onClick={() => onOpen({ kind: 'delete', code })}
                aria-label={`Delete ${code.code}`}
              >
                Delete
              </Button>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}

function State({ code }: { code: DiscountCode }) {
  const { date: today } = londonTime(useNow())
  if (!code.is_active) return <Badge>Off</Badge>
  if (code.to_date && code.to_date < today) return <Badge>Expired</Badge>
  if (code.max_uses !== null && code.uses >= code.max_uses) return <Badge>Used up</Badge>
  if (code.from_date && code.from_date > today) return <Badge tone="honey">From {dateWithYear(code.from_date)}</Badge>
  return <Badge tone="leaf">On</Badge>
}

function conditionsOf(code: DiscountCode): string[] {
  const { minimum_spend: least, product_ids: products, is_first_order_only: isFirst, to_date: to } = code
  const each = code.max_uses_per_buyer
  return [
    least === null ? null : `from ${formatPounds(least)}`,
    products && (products.length === 1 ? '1 product' : `${products.length} products`),
    isFirst ? 'first orders' : null,
    each === null ? null : each === 1 ? 'once for each buyer' : `${each} times for each buyer`,
    to && `until ${dateWithYear(to)}`,
  ].filter((condition) => condition !== null)
}

function figuresText({ uses, max_uses: most, given, sales }: DiscountCode): string {
  const used = most === null ? (uses === 1 ? '1 order' : `${uses} orders`) : `${uses} of ${most} uses`
  return uses === 0 ? used : `${used}, ${formatPounds(given)} taken off, ${formatPounds(sales)} in sales`
}
