import { describe, expect, it } from 'vitest'
import {
  addToBasket,
  type Basket,
  type BasketLine,
  isSameLine,
  removeFromBasket,
  setBasketQuantity,
} from '#domain/checkout/basket'
import { createAccountBasket, type RemoteBasket, type RemoteLine } from './account-basket.ts'
import { createBasketStore } from './basket-store.ts'

const line = (n: number, quantity = 1): BasketLine => ({
  product: {
    id: `00000000-0000-4000-8000-00000000000${n}`,
    name: `Bun ${n}`,
    pricePence: 450,
    image: null,
    shop: { name: 'Crumb', slug: 'crumb' },
  },
  variation: null,
  options: [],
  personalization: null,
  customRequestDetails: null,
  quantity,
})

/** The baskets of all accounts, and whether the server can be reached. */
function createServer() {
  const baskets = new Map<string, readonly RemoteLine[]>()
  const server = { isReachable: true, sent: 0, basket: (owner: string) => baskets.get(owner) ?? [], remoteOf }
  function remoteOf(owner: string): RemoteBasket {
    const rows = () => {
      if (!server.isReachable) throw new TypeError('Failed to fetch')
      return server.basket(owner)
    }
    return {
      read: async () => rows(),
      async save(lines) {
        server.sent += 1
        for (const saved of lines) {
          const others = rows().filter((row) => !isSameLine(row, saved))
          baskets.set(owner, [...others, { ...saved, id: crypto.randomUUID() }])
        }
      },
      async remove(ids) {
        server.sent += 1
        baskets.set(
          owner,
          rows().filter(({ id }) => !ids.includes(id)),
        )
      },
    }
  }
  return server
}

let added = 0

function createDevice(server: Pick<ReturnType<typeof createServer>, 'remoteOf'>, texts = new Map<string, string>()) {
  const store = createBasketStore({ storage: null })
  const account = createAccountBasket({
    store,
    remoteOf: server.remoteOf,
    loadText: (key) => texts.get(key) ?? null,
    storeText: (key, text) => void (text === null ? texts.delete(key) : texts.set(key, text)),
  })
  return {
    ...account,
    add: (line: BasketLine) => store.change((basket) => addToBasket(basket, { ...line, addedAt: ++added }, 99).basket),
    setQuantity: (position: number, quantity: number) =>
      store.change((basket) => setBasketQuantity(basket, position, quantity)),
    remove: (position: number) => store.change((basket) => removeFromBasket(basket, position)),
    quantities: () => quantities(store.current()),
  }
}

const quantities = (basket: Basket) =>
  Object.fromEntries(basket.map(({ product, quantity }) => [product.name, quantity]))

describe('the basket of an account', () => {
  it('takes a visitor’s basket in at the sign-in, and is the same on the next device', async () => {
    const server = createServer()
    const [phone, laptop] = [createDevice(server), createDevice(server)]
    phone.add(line(1, 2))
    phone.setOwner('ann')
    await phone.sync()
    laptop.add(line(1, 1))
    laptop.add(line(2, 3))
    laptop.setOwner('ann')
    await laptop.sync()
    expect(laptop.quantities()).toEqual({ 'Bun 1': 2, 'Bun 2': 3 })
    await phone.sync()
    expect(phone.quantities()).toEqual({ 'Bun 1': 2, 'Bun 2': 3 })
  })

  it('keeps the last change of a line, and removes on one device what another removed', async () => {
    const server = createServer()
    const [phone, laptop] = [createDevice(server), createDevice(server)]
    for (const n of [1, 2, 3]) phone.add(line(n))
    for (const device of [phone, laptop]) {
      device.setOwner('ann')
      await device.sync()
    }
    phone.setQuantity(0, 5)
    phone.remove(2)
    laptop.setQuantity(0, 7)
    await phone.sync()
    await laptop.sync()
    await phone.sync()
    for (const device of [phone, laptop]) expect(device.quantities()).toEqual({ 'Bun 1': 7, 'Bun 2': 1 })
  })

  it('keeps changes made offline and sends them later', async () => {
    const server = createServer()
    const phone = createDevice(server)
    phone.add(line(1))
    phone.setOwner('ann')
    await phone.sync()
    server.isReachable = false
    phone.remove(0)
    phone.add(line(2))
    await expect(phone.sync()).rejects.toThrow('Failed to fetch')
    expect(phone.quantities()).toEqual({ 'Bun 2': 1 })
    expect(phone.hasChanges()).toBe(true)
    server.isReachable = true
    await phone.sync()
    expect(quantities(server.basket('ann'))).toEqual({ 'Bun 2': 1 })
    expect(phone.hasChanges()).toBe(false)
  })

  it('keeps a line that is bought and added again, although the page was left before the account’s answer', async () => {
    const server = createServer()
    const texts = new Map<string, string>()
    const page = createDevice(server, texts)
    page.setOwner('ann')
    page.add(line(1))
    await page.sync()
    const paid = createDevice(
      {
        remoteOf: (owner) => {
          const remote = server.remoteOf(owner)
          return { ...remote, remove: (ids) => remote.remove(ids).then(() => new Promise(() => {})) }
        },
      },
      texts,
    )
    void paid.sync()
    await expect.poll(() => server.basket('ann')).toEqual([])
    const next = createDevice(server, texts)
    next.add(line(1))
    expect(next.hasChanges()).toBe(true)
    await next.sync()
    expect([next.quantities(), quantities(server.basket('ann'))]).toEqual([{ 'Bun 1': 1 }, { 'Bun 1': 1 }])
  })

  it('sends nothing when nothing changed', async () => {
    const server = createServer()
    const phone = createDevice(server)
    phone.setOwner('ann')
    phone.add(line(1))
    await phone.sync()
    await phone.sync()
    expect(server.sent).toBe(1)
  })

  it('leaves the browser at the sign-out, and does not reach another member', async () => {
    const server = createServer()
    const phone = createDevice(server)
    phone.setOwner('ann')
    phone.add(line(1))
    await phone.sync()
    phone.setOwner(null)
    expect(phone.quantities()).toEqual({})
    expect(phone.hasChanges()).toBe(false)
    await phone.sync()
    phone.setOwner('ben')
    await phone.sync()
    expect(phone.quantities()).toEqual({})
    phone.setOwner('ann')
    await phone.sync()
    expect(phone.quantities()).toEqual({ 'Bun 1': 1 })
    // Without a sign-out in between, as when the session was replaced in another tab.
    phone.setOwner('ben')
    await phone.sync()
    expect([phone.quantities(), server.basket('ben')]).toEqual([{}, []])
  })

  it('is left alone by an answer that arrives after the sign-out', async () => {
    const server = createServer()
    const phone = createDevice(server)
    phone.setOwner('ann')
    phone.add(line(1))
    await phone.sync()
    const late = phone.sync()
    phone.setOwner(null)
    phone.add(line(2))
    await late
    expect(phone.quantities()).toEqual({ 'Bun 2': 1 })
    expect(quantities(server.basket('ann'))).toEqual({ 'Bun 1': 1 })
  })
})
