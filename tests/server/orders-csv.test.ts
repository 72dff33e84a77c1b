/** A seller's orders as a CSV file over HTTP: complete, exact to the penny, safe for spreadsheets, and only the seller's own. */
import { beforeAll, describe, expect, it } from 'vitest'
import { parseCsv } from '#domain/values/csv'
import { toPence } from '#domain/values/money'
import { databases, type RunningServer } from '../harness.ts'
import { type Client, newMember, serviceOf, tokenOf } from '../payments/market-fixtures.ts'
import { sharedServer } from '../shared-server.ts'

/** Enough for three pages of the function. */
const orders = 1_201
const hostileTexts = ['=HYPERLINK("http://evil","x")', '+cmd', '-2+3', '@SUM(A1)', '\t=1', 'Ann, "the\r\n=baker"']

interface Seller {
  readonly client: Client
  readonly token: string
}

describe.each(databases)('A CSV file of orders on %s', (database) => {
  let server: RunningServer
  let ann: Seller
  let ben: Seller

  const newSeller = async (name: string, sold: number): Promise<Seller> => {
    const service = serviceOf(server)
    const { id, client } = await newMember(server, name)
    const shop = { name, slug: `${name}-${id}`, description: 'Good things, made at home.', category: 'Cakes' }
    const own = { ...shop, user_id: id }
    const { data: created, error } = await service.from('shops').insert(own).select('id').single()
    if (error) throw error
    const rows = Array.from({ length: sold }, (_, n) => ({
      id: crypto.randomUUID(),
      shop_id: created.id,
      shop_name: name,
      buyer_name: hostileTexts[n] ?? `Buyer ${n}`,
      status: 'delivered' as const,
      // Many have the same time, so a page ends between equal times.
      paid_at: `2026-03-${String(1 + (n % 28)).padStart(2, '0')}T10:00:00Z`,
      subtotal: (n % 90) + 0.07,
      delivery_fee: n % 2 === 0 ? 3.99 : 0,
    }))
    const inserted = await service.from('orders').insert(rows)
    if (inserted.error) throw inserted.error
    const items = rows.map(({ id }, n) => ({ order_id: id, name: hostileTexts[n] ?? 'Bun', price: 1, quantity: 2 }))
    await service.from('order_items').insert(items).throwOnError()
    return { client, token: await tokenOf(client) }
  }
  beforeAll(async () => {
    server = await sharedServer({ database })
    ann = await newSeller('ann', orders)
    ben = await newSeller('ben', 1)
  })

  const send = (fields: Record<string, string>) =>
    fetch(`${server.url}/functions/v1/orders-csv`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ from: '', to: '', status: '', ...fields }),
    })
  const sum = (rows: readonly (readonly string[])[], column: number) =>
    rows.reduce((pence, cells) => pence + toPence(cells[column] ?? ''), 0)

  it('has each order once, adds up to the totals of the order page, and contains no formula', async () => {
    const response = await send({ token: ann.token, from: '2026-03-01', to: '2026-03-31' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="orders-from-2026-03-01-to-2026-03-31.csv"',
    )
    const text = await response.text()
    const [head, ...rows] = parseCsv(text).map(({ cells }) => cells)
    expect(head?.slice(0, 2)).toEqual(['Order', 'Paid at'])
    expect(new Set(rows.map(([id]) => id)).size).toBe(orders)
    expect(rows).toHaveLength(orders)

    const { data: sums } = await ann.client.rpc('sales_sums').single()
    expect(sums?.orders).toBe(orders)
    expect(sum(rows, 7)).toBe(toPence(sums?.subtotal ?? 0))
    expect(sum(rows, 9)).toBe(toPence(sums?.tip ?? 0))
    expect(sum(rows, 10)).toBe(toPence(sums?.total_amount ?? 0))
    expect(sum(rows, 14)).toBe(toPence(sums?.net ?? 0))

    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    for (const hostileText of hostileTexts)
      expect(rows.map((cells) => cells[5])).toContain(/^[=+\-@\t]/.test(hostileText) ? `'${hostileText}` : hostileText)
  })

  it('has only the orders of the requested days and state', async () => {
    const rowsOf = async (fields: Record<string, string>) =>
      parseCsv(await (await send({ token: ann.token, ...fields })).text()).length - 1
    expect(await rowsOf({ from: '2026-03-05', to: '2026-03-05' })).toBe(43)
    expect(await rowsOf({ status: 'processing' })).toBe(0)
    expect(await rowsOf({ to: '2026-02-28' })).toBe(0)
  })

  it('is available only to the seller', async () => {
    const own = await (await send({ token: ben.token })).text()
    expect(parseCsv(own)).toHaveLength(2)
    for (const token of [server.anonKey, 'nonsense', `${ann.token}x`]) {
      const refused = await send({ token })
      expect(refused.status).toBe(303)
      expect(refused.headers.get('location')).toMatch(/\/seller\/orders\?export=failed$/)
    }
    expect((await send({})).status).toBe(400)
    expect((await send({ token: ann.token, from: 'yesterday' })).status).toBe(400)
    expect((await fetch(`${server.url}/functions/v1/orders-csv`)).status).toBe(405)
  })
})
