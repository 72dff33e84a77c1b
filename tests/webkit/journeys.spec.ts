/** What a shopper and a seller do most, in Safari's engine. */
import { Key } from 'selenium-webdriver'
import { createMember, password, signInMember } from '../e2e/members.ts'
import { placePaidOrder } from '../e2e/orders.ts'
import { createShop, insertRow, selectRows } from '../e2e/shop-fixtures.ts'
import { expect, test } from './fixtures.ts'

test.slow()

test('A visitor searches, fills the basket, signs in, orders and pays', async ({ site, request }) => {
  const kitchen = await createShop('Sofa Bakery')
  const cake = await kitchen.addProduct({ name: 'Saffron safari bun', price: 6, stock: 5 })
  const buyer = await createMember(request, 'Robin')

  await site.visit('/')
  await site.fill('combobox', 'Search homemade food', `saffron safari${Key.ENTER}`)
  await site.click('link', /Saffron safari bun/)
  await site.find('heading', 'Saffron safari bun')
  expect(await site.path()).toBe(cake.path)
  await site.click('button', 'Add to basket')
  await site.click('link', 'Basket, 1 item')
  await site.click('link', 'Proceed to Checkout')
  await site.fill('textbox', 'Email', buyer.email)
  await site.fill('textbox', 'Password', `${password}${Key.ENTER}`)
  await site.fill('textbox', 'Address line 1', '1 High Street')
  await site.fill('textbox', 'Town or city', 'Ely')
  await site.fill('textbox', 'Postcode', 'CB7 4DL')
  await site.click('button', 'Save address')
  await site.click('checkbox', /I have read/)
  await site.click('button', 'Pay £9.99')
  await site.see('Test payment')
  await site.click('button', 'Pay £9.99')
  await site.find('heading', 'Thank you, Robin')
  expect(await selectRows('orders', `buyer_id=eq.${buyer.id}&select=status,total_amount`)).toEqual([
    { status: 'processing', total_amount: 9.99 },
  ])
})

test('A buyer writes to the seller, and sees the answer without a reload', async ({ site, request }) => {
  const kitchen = await createShop('Chatty Bakery')
  const cake = await kitchen.addProduct({ name: 'Discussed cake', price: 12 })
  const buyer = await createMember(request, 'Bea')
  await site.setSession(buyer)
  await site.visit(cake.path)
  await site.click('button', 'Message seller')
  await site.fill('textbox', 'Message', `Three tiers, please${Key.ENTER}`)
  await site.see(/Three tiers, please\s*\d\d:\d\d · Sent/)
  const room = new URL(await site.browser.getCurrentUrl()).searchParams.get('room') ?? ''
  await insertRow('chat_messages', {
    chat_room_id: room,
    sender_id: kitchen.owner.id,
    content: 'With pleasure.',
  })
  await site.see('With pleasure.')
})

test('A seller opens an order and marks it as ready', async ({ site, request }) => {
  const kitchen = await createShop('Late Oven')
  await kitchen.addPickupWindows()
  const bun = await kitchen.addProduct({
    name: 'Corner bun',
    price: 4,
    available_for_delivery: false,
    available_for_pickup: true,
    lead_time_days: 1,
  })
  const buyer = await createMember(request, 'Robin')
  const placed = await placePaidOrder(request, buyer, [{ kitchen, items: [{ product_id: bun.id }] }])
  const id = placed.orders[0]?.id ?? ''
  await site.setSession(await signInMember(request, kitchen.owner.email, password))
  await site.visit(`/seller/orders?order=${id}`)
  await site.click('button', 'Mark as ready')
  await site.see('Robin hears of it in a few seconds.')
  expect(await selectRows('orders', `id=eq.${id}&select=status`)).toEqual([{ status: 'ready' }])
})

test('Pages fit a narrow window, a tablet and a desktop', async ({ site, request }) => {
  const kitchen = await createShop('Wide Oven')
  const bun = await kitchen.addProduct({ name: 'Corner bun', price: 4 })
  const seller = await signInMember(request, kitchen.owner.email, password)
  const found: string[] = []
  // The browser's own window is no narrower.
  for (const width of [450, 768, 1440]) {
    await site.resize(width, 900)
    const pages = {
      '/': 'Fresh bread',
      '/category/cakes': 'Cakes',
      [bun.path]: 'Corner bun',
      [`/shop/${kitchen.shop.slug}`]: 'Wide Oven',
      '/cart': 'Your cart is empty',
      '/seller/dashboard': 'Orders to make',
    }
    for (const [path, text] of Object.entries(pages)) {
      if (path === '/seller/dashboard') await site.setSession(seller)
      await site.visit(path)
      await site.see(text)
      expect(await site.browser.executeScript('return innerWidth')).toBe(width)
      const overflow = await site.browser.executeScript<number>(
        'return document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      if (overflow > 0) found.push(`${path} is ${overflow} px wider than ${width}`)
    }
    await site.browser.executeScript('localStorage.clear()')
  }
  expect(found).toEqual([])
})
