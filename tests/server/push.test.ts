/** Push messages from the database to a device, through a push service on this machine. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { databases, startServer, type TestServer } from '../harness.ts'
import {
  type Buyer,
  type Client,
  callFunction,
  newBuyer,
  newMember,
  openShop,
  pay,
  place,
  type Shop,
  serviceOf,
  unwrap,
} from '../payments/market-fixtures.ts'
import { createDevice, type Device, type PushService, startPushService } from '../push-service.ts'

const keySchema = z.object({ publicKey: z.string() })

describe.each(databases)('push messages on %s', (database) => {
  let server: TestServer
  let service: PushService
  let siteKey: string
  let shop: Shop
  let buyer: Buyer
  let phone: Device
  beforeAll(async () => {
    service = await startPushService()
    server = await startServer({ database, env: { PUSH_API_BASE: service.url } })
    siteKey = keySchema.parse(await (await fetch(`${server.url}/functions/v1/send-push`)).json()).publicKey
    shop = await openShop(server, 'cakes')
    buyer = await newBuyer(server)
  })
  afterAll(async () => {
    await server?.stop()
    await service?.close()
  })
  beforeEach(async () => {
    phone = await subscribe(shop.owner)
  })
  afterEach(async () => {
    unwrap(await serviceOf(server).from('push_subscriptions').delete().not('id', 'is', null).select('id'))
  })

  async function subscribe(client: Client): Promise<Device> {
    const device = createDevice()
    service.add(device, siteKey)
    const { error } = await client.rpc('save_push_subscription', device.row)
    if (error) throw error
    return device
  }

  const devices = async () =>
    unwrap(await serviceOf(server).from('push_subscriptions').select('endpoint')).map(({ endpoint }) => endpoint)
  async function notify(client: Client, more: { message?: string } = {}): Promise<void> {
    const member = (await client.auth.getUser()).data.user?.id ?? ''
    const row = { user_id: member, type: 'system', title: 'A title', message: 'A message', ...more }
    unwrap(await serviceOf(server).from('notifications').insert(row).select('id'))
  }
  const soon = { timeout: 20_000, interval: 20 }

  it('a new order reaches the seller’s phone, encrypted, signed and within moments', async () => {
    const buyersPhone = await subscribe(buyer.client)
    const { checkoutId } = await place(buyer, [[shop, 2]])
    const startedAt = Date.now()
    await pay(buyer, checkoutId)
    await expect.poll(() => service.received(phone).length, soon).toBe(1)
    const [push] = service.received(phone)
    console.info(`${database}: the push arrived ${(push?.receivedAt ?? 0) - startedAt} ms after the payment began`)
    expect(push).toMatchObject({
      kind: 'order',
      title: 'New order',
      message: expect.stringContaining('2 × Cake of cakes'),
      link: expect.stringMatching(/^\/seller\/orders\?order=/),
      urgency: 'high',
      ttlSeconds: 86_400,
    })
    expect(push?.topic).toBe(push?.id.replaceAll('-', ''))
    await expect.poll(() => service.received(buyersPhone).map(({ title }) => title), soon).toEqual(['Payment received'])
    expect(service.requests(phone)).toBe(1)
  })

  it('a long text in any script stays below four kilobytes', async () => {
    await notify(shop.owner, { message: '🎂'.repeat(2000) })
    await expect.poll(() => service.received(phone).length, soon).toBe(1)
    expect(service.received(phone)[0]?.bytes).toBeLessThan(4096)
  })

  it('a push reaches no other member, and no device that was signed out', async () => {
    const other = await newMember(server, 'Other')
    const othersPhone = await subscribe(other.client)
    const leaving = await newMember(server, 'Leaving')
    const leftPhone = await subscribe(leaving.client)
    await leaving.client.auth.signOut({ scope: 'local' })
    expect(await devices()).not.toContain(leftPhone.row.endpoint)
    await serviceOf(server)
      .from('notifications')
      .insert({ user_id: leaving.id, type: 'system', title: 'A title', message: 'A message' })
    await notify(shop.owner)
    await expect.poll(() => service.received(phone).length, soon).toBe(1)
    expect([service.requests(othersPhone), service.requests(leftPhone)]).toEqual([0, 0])
  })

  it.each([404, 410])('a device that its push service reports as gone with %i is removed', async (status) => {
    service.answer(phone, status)
    await notify(shop.owner)
    await expect.poll(devices, soon).toEqual([])
  })

  it.each([429, 500])('a device whose push service responds with %i is kept, and tried again later', async (status) => {
    service.answer(phone, status, { 'retry-after': '120' })
    await notify(shop.owner)
    await expect.poll(() => service.requests(phone), soon).toBe(1)
    expect(await callFunction(server, 'send-push')).toBe(200)
    expect([await devices(), service.requests(phone)]).toEqual([[phone.row.endpoint], 1])
  })

  it('devices that never answer delay no push of another member', async () => {
    const attacker = await newMember(server, 'Attacker')
    const silent: Device[] = []
    for (let n = 0; n < 10; n += 1) {
      const device = await subscribe(attacker.client)
      service.silence(device)
      silent.push(device)
    }
    for (let n = 0; n < 25; n += 1) await notify(attacker.client)
    await notify(shop.owner)
    await expect.poll(() => service.received(phone).length, soon).toBe(1)
    const taken = () => silent.reduce((sum, device) => sum + service.requests(device), 0)
    await expect.poll(taken, soon).toBeGreaterThanOrEqual(20)
    // A batch of 20 may bring a member with 19 requests to 39.
    expect(taken()).toBeLessThan(40)
  })

  it('a device with a broken key stops no other push', async () => {
    const broken = createDevice()
    const row = { ...broken.row, p256dh: `B${'A'.repeat(86)}` }
    const { error } = await shop.owner.rpc('save_push_subscription', row)
    expect(error).toBeNull()
    await notify(shop.owner)
    await expect.poll(() => service.received(phone).length, soon).toBe(1)
  })

  it('only the scheduler’s key and the service key send pushes', async () => {
    const response = await fetch(`${server.url}/functions/v1/send-push`, { method: 'POST' })
    expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('key')])
  })
})
