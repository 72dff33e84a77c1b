/** The form for a drop. Times are London's: 'YYYY-MM-DDTHH:MM', as date and time fields give them. */
import { z } from 'zod'
import { londonTime } from '#domain/values/calendar'

const wholeNumber = (message: string, least: number, most: number) =>
  z.string().refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most, message)

const optionalNumber = (message: string, most: number) => z.literal('').or(wholeNumber(message, 1, most))
const moment = (message: string) => z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d/, message)
const time = z.string().regex(/^\d\d:\d\d$/, 'Please enter a time.')

export const dropForm = z
  .object({
    title: z.string().trim().min(2, 'Please enter a title.').max(80, 'Please use at most 80 characters.'),
    description: z.string().trim().max(1000, 'Please use at most 1,000 characters.'),
    opensAt: moment('Please enter when the drop opens.'),
    cutOff: moment('Please enter until when you take orders.'),
    maxPerBuyer: wholeNumber('Please enter a number from 1 to 99.', 1, 99),
    items: z
      .array(
        z.object({
          productId: z.string().min(1, 'Please choose a product.'),
          stock: wholeNumber('From 1 to 10,000.', 1, 10_000),
          maxPerBuyer: optionalNumber('From 1 to 99.', 99),
        }),
      )
      .max(50, 'A drop can have at most 50 items.'),
    slots: z
      .array(
        z
          .object({
            fulfilment: z.enum(['pickup', 'delivery']),
            date: z.iso.date('Please enter a day.'),
            start: time,
            end: time,
            maxOrders: optionalNumber('From 1 to 10,000.', 10_000),
          })
          .refine(({ start, end }) => end > start, { path: ['end'], message: 'Must be after the start.' }),
      )
      .max(50, 'A drop can have at most 50 hand-over times.'),
  })
  .refine(({ opensAt, cutOff }) => cutOff > opensAt, {
    path: ['cutOff'],
    message: 'The cut-off must be after the opening.',
  })

export type DropFormInput = z.input<typeof dropForm>
export type DropFormOutput = z.output<typeof dropForm>

export interface SavedDrop {
  readonly title: string
  readonly description: string | null
  readonly opens_at: string
  readonly cut_off: string
  readonly max_per_buyer: number
  readonly items: readonly { product_id: string; stock: number; max_per_buyer: number | null }[]
  readonly slots: readonly {
    fulfilment: string
    on_date: string
    start_time: string
    end_time: string
    max_orders: number | null
  }[]
}

function localMoment(instant: string): string {
  const { date, time: clock } = londonTime(new Date(instant))
  return `${date}T${clock}`
}

export const emptySlot = { fulfilment: 'pickup', date: '', start: '10:00', end: '12:00', maxOrders: '' } as const
export const emptyItem = { productId: '', stock: '12', maxPerBuyer: '' } as const

export const emptyDropForm: DropFormInput = {
  title: '',
  description: '',
  opensAt: '',
  cutOff: '',
  maxPerBuyer: '6',
  items: [emptyItem],
  slots: [emptySlot],
}

export function toDropForm(drop: SavedDrop): DropFormInput {
  return {
    title: drop.title,
    description: drop.description ?? '',
    opensAt: localMoment(drop.opens_at),
    cutOff: localMoment(drop.cut_off),
    maxPerBuyer: String(drop.max_per_buyer),
    items: drop.items.map(({ product_id, stock, max_per_buyer }) => ({
      productId: product_id,
      stock: String(stock),
      maxPerBuyer: max_per_buyer === null ? '' : String(max_per_buyer),
    })),
    slots: drop.slots.map(({ fulfilment, on_date, start_time, end_time, max_orders }) => ({
      fulfilment: fulfilment === 'delivery' ? 'delivery' : 'pickup',
      date: on_date,
      start: start_time.slice(0, 5),
      end: end_time.slice(0, 5),
      maxOrders: max_orders === null ? '' : String(max_orders),
    })),
  }
}

const orNull = (text: string) => (text === '' ? null : Number(text))

/** The argument of `save_drop`. */
export function toDropRecord(form: DropFormOutput, id: string | null, isPublished: boolean) {
  return {
    ...(id !== null && { id }),
    title: form.title,
    description: form.description,
    opens_at: form.opensAt,
    cut_off: form.cutOff,
    max_per_buyer: Number(form.maxPerBuyer),
    is_published: isPublished,
    items: form.items.map(({ productId, stock, maxPerBuyer }) => ({
      product_id: productId,
      stock: Number(stock),
      max_per_buyer: orNull(maxPerBuyer),
    })),
    slots: form.slots.map(({ fulfilment, date, start, end, maxOrders }) => ({
      fulfilment,
      on_date: date,
      start_time: start,
      end_time: end,
      max_orders: orNull(maxOrders),
    })),
  }
}
