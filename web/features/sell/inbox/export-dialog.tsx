/** Exports orders as CSV: the filters, the totals of the matching orders, and the download. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { addDays, londonTime } from '#domain/values/calendar'
import { formatPence, formatPounds, toPence } from '#domain/values/money'
import { sellerOrderKeys } from '#keys/seller-orders'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { MessageError, messageFor } from '#platform/message-for.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import { inboxTabs } from './inbox-parameters.ts'

interface Props {
  open: boolean
  onClose: () => void
  shopId: string
  /** The days that are chosen at first. By default this month and the one before. */
  days?: { readonly from: string; readonly to: string } | undefined
}

export function ExportDialog({ open, onClose, shopId, days }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Export orders"
      description="A CSV file for spreadsheets and bookkeeping, with one row for each order or for each item."
    >
      <Form shopId={shopId} days={days} onDone={onClose} />
    </Dialog>
  )
}

const statuses = [
  { value: '', label: 'All statuses' },
  ...inboxTabs.filter(({ value }) => value !== 'all').map(({ value, label }) => ({ value, label })),
]

const sessionEnded = 'Your session has ended. Please sign in again.'

/** @throws MessageError if nobody is signed in */
async function accessToken(app: AppContext): Promise<string> {
  const { data } = await (await app.supabase()).auth.getSession()
  if (!data.session) throw new MessageError(sessionEnded)
  return data.session.access_token
}

const rowChoices = [
  { value: 'orders', label: 'One for each order' },
  { value: 'lines', label: 'One for each item' },
] as const

function Form({ shopId, days, onDone }: Pick<Props, 'shopId' | 'days'> & { onDone: () => void }) {
  const app = useApp()
  const today = londonTime(useNow()).date
  const [choice, setChoice] = useState<ExportChoice>({
    from: days?.from ?? `${addDays(today, -30).slice(0, 8)}01`,
    to: days?.to ?? today,
    status: '',
  })
  const [rows, setRows] = useState<string>('orders')
  const authorise = useWrite({ run: accessToken, failure: 'shown' })
  const token = useRef<HTMLInputElement>(null)
  const { data: totals, isError } = useQuery(salesTotalsQuery(app, shopId, choice))
  const change = (next: Partial<ExportChoice>) => setChoice({ ...choice, ...next })

  /**
   * A form post lets the browser stream the response to a file. The token is a field, since a form cannot set headers.
   */
  function download(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    authorise.mutate(undefined, {
      onSuccess: (value) => {
        if (!token.current) return
        token.current.value = value
        form.submit()
        token.current.value = ''
        onDone()
      },
    })
  }

  return (
    <form
      method="post"
      action={`${app.config.supabaseUrl}/functions/v1/orders-csv`}
      onSubmit={download}
      className="space-y-5"
    >
      <input ref={token} type="hidden" name="token" />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Paid from"
          type="date"
          name="from"
          max={choice.to || undefined}
          value={choice.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextField
          label="To"
          type="date"
          name="to"
          min={choice.from || undefined}
          value={choice.to}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Select
          label="Status"
          name="status"
          value={choice.status}
          options={statuses}
          onValueChange={(status) => change({ status })}
        />
        <Select label="Rows" name="rows" value={rows} options={rowChoices} onValueChange={setRows} />
      </div>
      {totals ? (
        <Totals totals={totals} />
      ) : isError ? (
        <FormError message="The totals could not be loaded. Check your connection and try again." />
      ) : (
        <p className="h-40" />
      )}
      <FormError message={authorise.isError ? messageFor(authorise.error, sessionEnded) : null} />
      <Button
        type="submit"
        size="lg"
        busy={authorise.isPending}
        disabled={!totals || totals.orders === 0}
        className="w-full"
      >
        Download CSV
      </Button>
    </form>
  )
}

function Totals({ totals }: { totals: SalesTotals }) {
  const lines = [
    { name: 'Subtotal', pence: toPence(totals.subtotal) },
    { name: 'Delivery', pence: toPence(totals.delivery_fee) },
    ...(totals.tip > 0 ? [{ name: 'Tips', pence: toPence(totals.tip) }] : []),
    { name: 'Total', pence: toPence(totals.total_amount) },
    ...(totals.outstanding > 0 ? [{ name: 'Not paid online', pence: -toPence(totals.outstanding) }] : []),
    { name: 'Refunded', pence: -toPence(totals.refunded_amount) },
    ...(totals.by_voucher > 0 ? [{ name: 'Paid by gift voucher', pence: -toPence(totals.by_voucher) }] : []),
    { name: 'Fee', pence: -toPence(totals.fee) },
  ]
  return (
    <section aria-label="Totals" className="rounded-control bg-paper-deep px-4 py-3">
      <p className="font-semibold">
        {totals.orders === 1 ? '1 order' : `${totals.orders.toLocaleString('en-GB')} orders`}
      </p>
      <dl className="mt-1 grid grid-cols-[1fr_auto] gap-y-0.5 tabular-nums [&_dd]:text-right">
        {lines.map(({ name, pence }) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{formatPence(pence === 0 ? 0 : pence)}</dd>
          </div>
        ))}
        <dt className="mt-1 border-t border-ink/20 pt-1 font-semibold">Net after fee</dt>
        <dd className="mt-1 border-t border-ink/20 pt-1 font-semibold">{formatPounds(totals.net)}</dd>
      </dl>
    </section>
  )
}

interface ExportChoice {
  /** Dates in London; empty for no limit. */
  readonly from: string
  readonly to: string
  readonly status: string
}

const totals = z.object({
  orders: z.number(),
  subtotal: z.number(),
  delivery_fee: z.number(),
  tip: z.number(),
  total_amount: z.number(),
  outstanding: z.number(),
  refunded_amount: z.number(),
  by_voucher: z.number(),
  fee: z.number(),
  net: z.number(),
})
type SalesTotals = z.infer<typeof totals>

function salesTotalsQuery(app: AppContext, shopId: string, choice: ExportChoice) {
  return queryOptions({
    queryKey: sellerOrderKeys.salesTotals(shopId, choice),
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<SalesTotals> => {
      const { from, to, status } = choice
      const days = { ...(from ? { from_day: from } : {}), ...(to ? { to_day: to } : {}) }
      const args = { ...days, ...(status ? { only_status: status } : {}) }
      return totals.parse(await read(app, (client) => client.rpc('sales_sums', args).abortSignal(signal).single()))
    },
  })
}
