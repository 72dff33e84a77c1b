/** Drops with items on sale, and the calls of their sellers and buyers. */
import { call, forSale } from './order-fixtures.ts'
import { type Actor, type TestContext, text, type Values } from './test-context.ts'

interface DropFixture {
  readonly id: string
  readonly product: string
  readonly slot: { readonly date: string; readonly start_time: string; readonly end_time: string }
}

/** Local times of London, relative to now. */
export async function londonTime({ service }: TestContext, offset: string): Promise<string> {
  const [row] = await service.rows(
    `select to_char((now() + $1::interval) at time zone 'Europe/London', 'YYYY-MM-DD"T"HH24:MI:SS') as at`,
    offset,
  )
  return text(row, 'at')
}

const slotHours = { start_time: '10:00', end_time: '12:00' }

/** The argument of save_drop: a drop that opens in an hour and is handed over in three days. */
export async function dropDetails(context: TestContext, product: string, more: Values = {}) {
  const on_date = (await londonTime(context, '3 days')).slice(0, 10)
  return {
    title: 'Saturday bakes',
    opens_at: await londonTime(context, '1 hour'),
    cut_off: await londonTime(context, '1 day'),
    max_per_buyer: 6,
    is_published: true,
    items: [{ product_id: product, stock: 10 }],
    slots: [{ fulfilment: 'pickup', on_date, ...slotHours }],
    ...more,
  }
}

/** A published drop with one product of its own. It is open unless `more` says otherwise. */
export async function openDrop(context: TestContext, seller: Actor, shop: string, more: Values = {}) {
  const product = await context.product(shop, { ...forSale, price: 3, stock: 0, name: 'Drop bun' })
  const details = await dropDetails(context, product, { opens_at: await londonTime(context, '-1 minute'), ...more })
  const id = String(await call(seller, 'save_drop($1)', details))
  const { on_date } = details.slots[0] ?? { on_date: '' }
  return { id, product, slot: { date: on_date, ...slotHours } } satisfies DropFixture
}

export async function takenOf({ service }: TestContext, drop: string): Promise<number> {
  const [row] = await service.rows('select sum(taken)::integer as taken from drop_items where drop_id = $1', drop)
  return Number(row?.taken)
}
