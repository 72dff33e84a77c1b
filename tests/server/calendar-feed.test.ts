/** The calendar feed of a shop over HTTP: a private address that is an iCalendar file until it is replaced or revoked. */
import { beforeAll, describe, expect, it } from 'vitest'
import { databases, type RunningServer } from '../harness.ts'
import { type Client, newMember, serviceOf } from '../payments/market-fixtures.ts'
import { sharedServer } from '../shared-server.ts'

describe.each(databases)('A calendar feed on %s', (database) => {
  let server: RunningServer
  let seller: Client
  beforeAll(async () => {
    server = await sharedServer({ database })
    const service = serviceOf(server)
    const owner = await newMember(server, 'Ann')
    seller = owner.client
    const shop = {
      name: 'Ann’s Oven',
      slug: `ann-${owner.id}`,
      description: 'Good things, made at home.',
      category: 'Cakes',
    }
    const own = { ...shop, user_id: owner.id }
    const { data } = await service.from('shops').insert(own).select('id').single().throwOnError()
    const order = {
      id: crypto.randomUUID(),
      shop_id: data.id,
      shop_name: shop.name,
      buyer_name: 'Zoe Quill',
      status: 'processing' as const,
      paid_at: new Date().toISOString(),
      delivery_date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
      subtotal: 12,
    }
    await service.from('orders').insert(order).throwOnError()
    const item = { order_id: order.id, name: 'Rye loaf', price: 6, quantity: 2, allergens: { rye: 'contains' } }
    await service.from('order_items').insert(item).throwOnError()
  })
  const newToken = async () => (await seller.rpc('create_calendar_feed').throwOnError()).data
  const feed = (token: unknown, init: RequestInit = {}) =>
    fetch(`${server.url}/functions/v1/calendar-feed/${token}.ics`, init)

  it('is a calendar without a session or a key, which no shared cache keeps', async () => {
    const response = await feed(await newToken())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('cache-control')).toContain('private')
    const text = await response.text()
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(text).toContain('Zoe')
    expect(text).toContain('2 × Rye loaf')
    expect(text).not.toContain('Quill')
    expect(text.split('\r\n')[0]).toBe('BEGIN:VCALENDAR')
  })

  it('answers a calendar program that has it with 304, and HEAD without a body', async () => {
    const token = await newToken()
    const first = await feed(token)
    const etag = first.headers.get('etag') ?? ''
    expect((await feed(token, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await feed(token, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
  })

  it('does not exist for a wrong, replaced or revoked token, and cannot be written', async () => {
    const replaced = await newToken()
    const token = await newToken()
    for (const wrong of [replaced, '0'.repeat(64), 'short', '../ann', ''])
      expect((await feed(wrong)).status, String(wrong)).toBe(404)
    expect((await feed(token, { method: 'POST' })).status).toBe(405)
    expect((await feed(token)).status).toBe(200)
    await seller.rpc('revoke_calendar_feed').throwOnError()
    expect((await feed(token)).status).toBe(404)
  })

  it('is refused after 60 reads in an hour, until it is replaced', async () => {
    const token = await newToken()
    const statuses: number[] = []
    for (let n = 0; n < 62; n += 1) statuses.push((await feed(token)).status)
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429])
    expect((await feed(await newToken())).status).toBe(200)
  })
})
