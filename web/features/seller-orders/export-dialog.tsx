/** Orders as a file for the bookkeeping: which of them, what they come to, and the download. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { addDays, londonTime } from '#domain/calendar'
import { formatPence, toPence } from '#domain/money'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { inboxTabs } from './inbox-choice.ts'
import { Refusal } from './refusal.tsx'
import { type ExportChoice, type SalesSums, salesSumsQuery } from './sales-sums.ts'

interface ExportDialogProps {
  open: boolean
  onClose: () => void
}

export function ExportDialog({ open, onClose }: ExportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Export orders"
      description="A table (CSV) for spreadsheets and bookkeeping, an order a row."
    >
      <Form onDone={onClose} />
    </Dialog>
  )
}

const states = [
  { value: '', label: 'All states' },
  ...inboxTabs.filter(({ value }) => value !== 'all').map(({ value, label }) => ({ value, label })),
]

/** Null where it cannot be had. */
async function currentSession(app: AppContext): Promise<{ access_token: string } | null> {
  try {
    const { data } = await (await app.supabase()).auth.getSession()
    return data.session
  } catch {
    return null
  }
}

function Form({ onDone }: { onDone: () => void }) {
  const app = useApp()
  const today = londonTime(new Date()).date
  const [choice, setChoice] = useState<ExportChoice>({
    from: `${addDays(today, -30).slice(0, 8)}01`,
    to: today,
    state: '',
  })
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const token = useRef<HTMLInputElement>(null)
  const { data: sums, isError } = useQuery(salesSumsQuery(app, choice))
  const change = (next: Partial<ExportChoice>) => setChoice({ ...choice, ...next })

  /** The browser saves what answers a form without ever holding it; the token goes along in it, since a form has no headers. */
  async function download(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setFault(null)
    const session = await currentSession(app).finally(() => setBusy(false))
    if (!session || !token.current) return setFault('Please sign in again.')
    token.current.value = session.access_token
    form.submit()
    token.current.value = ''
    onDone()
  }

  return (
    <form
      method="post"
      action={`${app.config.supabaseUrl}/functions/v1/orders-csv`}
      onSubmit={(event) => void download(event)}
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
      <Select
        label="State"
        name="state"
        value={choice.state}
        options={states}
        onValueChange={(state) => change({ state })}
      />
      {sums ? (
        <Sums sums={sums} />
      ) : isError ? (
        <Refusal>The sums could not be loaded. Check your connection.</Refusal>
      ) : (
        <p className="h-40" />
      )}
      {fault && <Refusal>{fault}</Refusal>}
      <Button type="submit" size="lg" busy={isBusy} disabled={!sums || sums.orders === 0} className="w-full">
        Download CSV
      </Button>
    </form>
  )
}

function Sums({ sums }: { sums: SalesSums }) {
  const lines = [
    { name: 'Subtotal', pence: toPence(sums.subtotal) },
    { name: 'Delivery', pence: toPence(sums.delivery_fee) },
    { name: 'Total', pence: toPence(sums.total_amount) },
    { name: 'Refunded', pence: -toPence(sums.refunded_amount) },
    { name: 'Fee', pence: -toPence(sums.fee) },
  ]
  return (
    <section aria-label="Sums" className="rounded-xl bg-paper-deep px-4 py-3">
      <p className="font-semibold">{sums.orders === 1 ? '1 order' : `${sums.orders.toLocaleString('en-GB')} orders`}</p>
      <dl className="mt-1 grid grid-cols-[1fr_auto] gap-y-0.5 tabular-nums [&_dd]:text-right">
        {lines.map(({ name, pence }) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{formatPence(pence === 0 ? 0 : pence)}</dd>
          </div>
        ))}
        <dt className="mt-1 border-t border-ink/20 pt-1 font-semibold">Net after fee</dt>
        <dd className="mt-1 border-t border-ink/20 pt-1 font-semibold">{formatPence(toPence(sums.net))}</dd>
      </dl>
    </section>
  )
}
