/** The label print page: number of copies, dates, storage and a preview. */
import { Printer } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { type KeptFood, type LabelledFood, labelWording, lastDayOf } from '#domain/food/food-label'
import type { AllergenAnswer } from '#domain/orders/allergen-requests'
import { dateWithYear, londonTime } from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Page } from '#ui/page'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import { classNames } from '#web/ui/class-names.ts'
import { FoodLabel, type LastDayKind, lastDayKinds } from './food-label.tsx'
import { LabelBusinessFields, useLabelBusiness } from './label-business.tsx'
import { labelStocks } from './label-stocks.ts'
import { Overflow, StockSheets } from './stock-sheets.tsx'

export interface SheetLabel {
  readonly id: string
  readonly name: string
  readonly variation?: string | null
  readonly food: LabelledFood
  readonly copies: number
  /** Null if the product is gone. */
  readonly kept: KeptFood | null
  /** The number of its order. */
  readonly order?: string
  /** What the seller agreed about allergens. */
  readonly answers?: readonly AllergenAnswer[]
}

export interface LabelSheetProps {
  /** The product or order, shown under the heading. */
  subject: string
  back: { readonly to: string; readonly label: string }
  labels: readonly SheetLabel[]
  shopName: string
  /** When the food is handed over, if that is agreed: labels are often printed some days before. */
  handOver?: string | undefined
  /** Warnings about missing ingredients or allergens. */
  warning?: ReactNode
  /** A warning about a label of which copies are printed. */
  warningOf?: (label: SheetLabel) => ReactNode
}

const maxCopies = 48
/** Labels of any height on plain paper. */
const columnClasses: Readonly<Record<string, string>> = {
  large: 'sm:grid-cols-2 print:grid-cols-2',
  small: 'sm:grid-cols-3 print:grid-cols-3',
}
const sizes = [{ value: 'large', label: '2 per row' }, { value: 'small', label: '3 per row' }, ...labelStocks]

export function LabelSheet({ subject, back, labels, shopName, handOver = '', warning, warningOf }: LabelSheetProps) {
  const [counts, setCounts] = useState<ReadonlyMap<string, string>>(new Map())
  const [size, setSize] = useState('large')
  const { date: today } = londonTime(useNow())
  const [madeOn, setMadeOn] = useState(handOver > today ? handOver : today)
  const [lastDay, setLastDay] = useState('')
  const [lastDayKind, setLastDayKind] = useState<LastDayKind>('Use by')
  const [storage, setStorage] = useState('')
  const [tooLong, setTooLong] = useState<ReadonlySet<string>>(new Set())
  const { data: business = null } = useLabelBusiness()
  const copiesText = ({ id, copies }: SheetLabel) => counts.get(id) ?? String(copies)
  const counters = labels.map((label) => (
    <TextField
      key={label.id}
      label={labels.length === 1 ? 'Number of labels' : `Number of labels for ${nameOf(label)}`}
      type="number"
      min="0"
      max={maxCopies}
      value={copiesText(label)}
      onChange={(event) => setCounts(new Map(counts).set(label.id, event.currentTarget.value))}
    />
  ))
  const isPrintable = labels.some(({ food }) => labelWording(food).isComplete)
  const stock = labelStocks.find(({ value }) => value === size)
  const printed = labels.flatMap((label) =>
    Array.from({ length: parseCopies(copiesText(label)) }, (_, copy) => ({ key: `${label.id} ${copy}`, label })),
  )
  const complete = printed.filter(({ label }) => labelWording(label.food).isComplete)
  const cutOff = [...new Set(complete.filter(({ key }) => tooLong.has(key)).map(({ label }) => nameOf(label)))]
  const measured = (key: string, overflows: boolean) =>
    setTooLong((before) => {
      if (before.has(key) === overflows) return before
      return new Set(overflows ? [...before, key] : [...before].filter((other) => other !== key))
    })
  function chooseSize(next: string): void {
    setSize(next)
    setTooLong(new Set())
  }
  const labelOf = (label: SheetLabel) => (
    <FoodLabel
      name={label.name}
      variation={label.variation}
      shopName={shopName}
      food={label.food}
      order={label.order}
      answers={label.answers}
      netQuantity={label.kept?.net_quantity}
      business={business}
      madeOn={readableDate(madeOn)}
      lastDay={readableDate(lastDay || (label.kept ? lastDayOf(madeOn, label.kept) : ''))}
      lastDayKind={lastDayKind}
      storage={storage || (label.kept?.storage_advice ?? '')}
      isCell={stock !== undefined}
    />
  )

  return (
    <Page className="pt-6 sm:pt-10 print:p-0">
      <div className="print:hidden">
        <BackLink to={back.to}>{back.label}</BackLink>
        <h1 className="mt-2 text-3xl sm:text-4xl">Labels</h1>
        <p className="mt-1 text-ink-soft wrap-anywhere">{subject}</p>
        {warning}
        {warningOf &&
          labels
            .filter((label) => parseCopies(copiesText(label)) > 0)
            .map((label) => <Fragment key={label.id}>{warningOf(label)}</Fragment>)}
        <Card className="mt-6 grid gap-4">
          {labels.length > 1 && <div className="grid grid-cols-2 items-end gap-4 lg:grid-cols-4">{counters}</div>}
          <div
            className={classNames('grid grid-cols-2 gap-4', labels.length > 1 ? 'lg:grid-cols-5' : 'lg:grid-cols-3')}
          >
            {labels.length === 1 && counters}
            <Select label="Size" value={size} options={sizes} onValueChange={chooseSize} className="[&_select]:h-12" />
            <TextField
              label="Made on"
              type="date"
              value={madeOn}
              onChange={(event) => setMadeOn(event.currentTarget.value)}
            />
            <Select
              label="Last day is"
              value={lastDayKind}
              options={lastDayKinds.map((kind) => ({ value: kind, label: kind }))}
              onValueChange={(value) => setLastDayKind(lastDayKinds.find((kind) => kind === value) ?? 'Use by')}
              className="[&_select]:h-12"
            />
            <TextField
              label={lastDayKind}
              type="date"
              value={lastDay}
              onChange={(event) => setLastDay(event.currentTarget.value)}
            />
            <TextField
              label="Storage"
              placeholder="Keep in the fridge"
              maxLength={80}
              value={storage}
              onChange={(event) => setStorage(event.currentTarget.value)}
              className={labels.length > 1 ? 'max-lg:col-span-2' : undefined}
            />
          </div>
        </Card>
        <LabelBusinessFields />
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <Button disabled={!isPrintable} onClick={() => window.print()} className="max-sm:w-full">
            <Printer aria-hidden="true" className="size-5" />
            Print labels
          </Button>
          <p className="text-sm text-ink-soft">
            Empty dates and storage come from each product. Without them, labels print a line to write on.
          </p>
        </div>
        {stock && cutOff.length > 0 && <Overflow stock={stock} names={cutOff} onChoose={chooseSize} />}
        <h2 className="mt-8 text-xl">Preview</h2>
      </div>
      {stock ? (
        <StockSheets
          key={size}
          stock={stock}
          printed={complete.map(({ key, label }) => ({ key, content: labelOf(label) }))}
          onMeasured={measured}
        />
      ) : (
        <ul className={classNames('mt-4 grid gap-4 print:mt-0 print:gap-[4mm]', columnClasses[size])}>
          {printed.map(({ key, label }) => (
            <li
              key={key}
              className={classNames('grid break-inside-avoid', !labelWording(label.food).isComplete && 'print:hidden')}
            >
              {labelOf(label)}
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

/** 'Nut slab, Almond, order 1a2b3c4d'. */
function nameOf({ name, variation, order }: SheetLabel): string {
  return [name, variation, order && `order ${order}`].filter(Boolean).join(', ')
}

/** An empty field means 0 copies, an invalid number 1. */
function parseCopies(count: string): number {
  const number = Math.trunc(Number(count))
  return Number.isNaN(number) ? 1 : Math.min(Math.max(number, 0), maxCopies)
}

/** Formats a calendar date: '2026-11-21' as '21 November 2026'. */
function readableDate(date: string): string {
  return date === '' ? '' : dateWithYear(date)
}
