/** The seller's order pages: every action on a desktop; the list and the next step on a phone. */
import { readFile } from 'node:fs/promises'
import { addDays, longDate } from '#domain/values/calendar'
import { parseCsv } from '#domain/values/csv'
import { withMilk } from '../declarations.ts'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { callRpcAs, orderNumber, placePaidOrder, summedColumns, sumOfColumn } from './orders.ts'
import { createShop, type ShopFixture, selectRows } from './shop-fixtures.ts'

const nothing = { id: '', path: '', pickupDate: '' }

async function openBakery() {
  const kitchen = await createShop('Oven Door')
  await kitchen.addPickupWindows()
  const bun = await kitchen.addProduct(
    {
      name: 'Corner bun',
      price: 4,
      stock: 20,
      allergens: withMilk,
      available_for_delivery: false,
      available_for_pickup: true,
    },
    { Plain: 0, Seeded: 1 },
  )
  return { kitchen, bun }
}

const buns = (kitchen: ShopFixture, id: string, quantity: number, more: { note?: string; words?: string } = {}) => [
  {
    kitchen,
    ...(more.note ? { note: more.note } : {}),
    items: [
      {
        product_id: id,
        variation: 'Seeded',
        quantity,
        ...(more.words ? { personalization: 'custom', custom_request_details: more.words } : {}),
      },
    ],
  },
]

test.describe('A seller', () => {
  test.use({ expectedErrors: [/status of 409/] })
  test.slow()

  test('receives, fulfils, refunds, cancels and exports orders', {
    tag: ['@desktop', '@chromium'],
  }, async ({ page, request, context }) => {
    const { kitchen, bun } = await openBakery()
    const [robin, sam, kim] = [
      await createMember(request, 'Robin'),
      await createMember(request, '=Sam'),
      await createMember(request, 'Kim'),
    ]
    const first = await placePaidOrder(
      request,
      robin,
      buns(kitchen, bun.id, 2, { note: 'Ring twice.', words: 'For Ada, 7' }),
    )
    const second = await placePaidOrder(request, sam, buns(kitchen, bun.id, 3))
    const [[robins = nothing], [sams = nothing]] = [first.orders, second.orders]
    await setSession(page, await signInMember(request, kitchen.owner.email, password))
    await visit(page, '/seller/orders')
    await expect(page).toHaveTitle('(2) Orders · Tuckbox')
    const day = page.getByRole('list', { name: `Orders: ${longDate(robins.pickupDate)}` })
    await expect(day.getByRole('listitem')).toHaveCount(2)
    await expect(day).toContainText('2 × Corner bun (Seeded)')
    await expectAccessible(page)

    const third = await placePaidOrder(request, kim, buns(kitchen, bun.id, 1))
    const [kims = nothing] = third.orders
    await expect(toast(page, 'New order')).toBeVisible({ timeout: 20_000 })
    await expect(page).toHaveTitle('(3) Orders · Tuckbox')
    await expect(day.getByRole('listitem').filter({ hasText: 'Kim' })).toContainText('New')

    await page.getByRole('main').getByRole('searchbox').fill(sams.id.slice(0, 8))
    await expect(day.getByRole('listitem')).toHaveCount(1)
    await expect(day).toContainText('=Sam')
    await page.getByRole('main').getByRole('searchbox').fill('robin')
    await expect(page).toHaveURL(/q=robin/)
    await expect(day.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('link', { name: 'Robin' }).click()
    const order = page.getByRole('region', { name: `Order ${await orderNumber(robins.id)}` })
    await expect(order).toContainText('Seeded, “For Ada, 7”')
    await expect(order).toContainText('Contains milk.')
    await expect(order).toContainText('Ring twice.')
    await expect(order).toContainText('7 Quiet Lane')
    await expectAccessibleState(page)

    await order.getByRole('button', { name: 'Refund' }).click()
    const refund = page.getByRole('dialog', { name: 'Refund' })
    await refund.getByLabel('Amount (£)').fill('10.01')
    await refund.getByRole('button', { name: 'Refund' }).click()
    await expect(refund).toContainText('At most £10.00 of this order can still be refunded.')
    await expect(refund).toContainText('Please tell the buyer what the refund is for.')
    await expectAccessibleState(page)
    await refund.getByLabel('Amount (£)').fill('1.50')
    await refund.getByRole('textbox', { name: /^Reason/ }).fill('One was a little dark.')
    await refund.getByRole('button', { name: 'Refund' }).click()
    await expect(toast(page, 'Refund on its way')).toBeVisible()
    const refunds = order.getByRole('region', { name: 'Refunds' })
    // Polling shows the payment provider's response without a reload.
    await expect(refunds).toContainText('Refunded', { timeout: 20_000 })
    await expect(refunds).toContainText('£8.50')

    await order.getByRole('button', { name: 'Mark as ready' }).click()
    await expect(toast(page, `Order ${await orderNumber(robins.id)} is ready for pickup`)).toBeVisible()
    await expect(order).toContainText('Ready for pickup')
    await order.getByRole('button', { name: 'Mark as picked up' }).click()
    const early = page.getByRole('dialog', { name: 'Handed over already?' })
    await expect(early).toContainText(`This order is for ${longDate(robins.pickupDate)}.`)
    await expectAccessibleState(page)
    await early.getByRole('button', { name: 'Not yet' }).click()
    await expect(order).toContainText('Ready for pickup')
    await order.getByRole('button', { name: 'Mark as picked up' }).click()
    await early.getByRole('button', { name: 'Mark as picked up' }).click()
    await expect(toast(page, `Order ${await orderNumber(robins.id)} has been picked up`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Step undone')).toBeVisible()
    await expect(order).toContainText('Ready for pickup')
    await order.getByRole('button', { name: 'Mark as picked up' }).click()
    await early.getByRole('button', { name: 'Mark as picked up' }).click()
    await expect(toast(page, `Order ${await orderNumber(robins.id)} has been picked up`)).toBeVisible()
    await expect(order.getByRole('button', { name: 'Cancel order' })).toBeHidden()

    await page.getByRole('main').getByRole('searchbox').fill('')
    await page.getByRole('link', { name: '=Sam' }).click()
    const other = page.getByRole('region', { name: `Order ${await orderNumber(sams.id)}` })
    await other.getByRole('button', { name: 'Cancel order' }).click()
    const cancel = page.getByRole('dialog', { name: 'Cancel this order?' })
    await expect(cancel).toContainText('£15.00 goes back to =Sam.')
    await cancel.getByRole('button', { name: 'Cancel order' }).click()
    await expect(cancel).toContainText('Please tell =Sam why the order is cancelled.')
    await expectAccessibleState(page)
    await cancel.getByRole('textbox').fill('The oven broke.')
    await cancel.getByRole('button', { name: 'Cancel order' }).click()
    await expect(toast(page, 'Order cancelled')).toBeVisible()
    await expect(other).toContainText('Cancelled: “The oven broke.”')
    await expect(other.getByRole('link', { name: 'Print labels' })).toBeHidden()
    await expect(page.getByRole('heading', { name: `Order ${await orderNumber(sams.id)}` })).toBeFocused()
    await expect(other.getByRole('region', { name: 'Refunds' })).toContainText('£15.00')
    expect(await selectRows('products', `id=eq.${bun.id}&select=stock`)).toEqual([{ stock: 17 }])
    await page.getByRole('link', { name: /^Cancelled/ }).click()
    await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveCount(1)

    await page.getByRole('link', { name: 'Prep sheet' }).click()
    await page.getByLabel('Day', { exact: true }).fill(kims.pickupDate)
    await expect(page.getByRole('row', { name: /Corner bun, Seeded/ }).getByRole('cell')).toHaveText(['1', '2'])
    const packing = page.getByRole('article', { name: `Packing list of order ${await orderNumber(robins.id)}` })
    await expect(packing).toContainText('“For Ada, 7”')
    await expect(packing).toContainText('Ring twice.')
    await expect(page.getByRole('article')).toHaveCount(2)
    await expectAccessible(page)
    await context.setOffline(true)
    await page.emulateMedia({ media: 'print' })
    await expect(packing).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await page.emulateMedia({ media: null })
    await context.setOffline(false)
    await page.getByRole('link', { name: 'This week' }).click()
    await expect(page.getByRole('navigation', { name: 'Week of the prep sheet' })).toBeVisible()
    await page.getByLabel('Day', { exact: true }).fill(kims.pickupDate)
    await expect(packing).toBeVisible()
    await expectAccessibleState(page)
    await visit(page, `/seller/orders/prep?day=${kims.pickupDate}`)
    await page.getByRole('link', { name: 'Previous day' }).click()
    await expect(page.getByRole('heading', { name: longDate(addDays(kims.pickupDate, -1)) })).toBeVisible()
    await expect(page.getByText('Nothing to make')).toBeVisible()

    await visit(page, '/seller/orders?status=all')
    await page.getByRole('button', { name: 'Export' }).click()
    const totals = page.getByRole('region', { name: 'Totals' })
    await expect(totals).toContainText('3 orders')
    await expectAccessibleState(page)
    const shown = (await totals.getByRole('definition').allTextContents()).map((text) => text.replace(/[-£]/g, ''))
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    const buyers = parseCsv(file).map(({ cells }) => cells[5])
    expect(buyers.slice(1).sort()).toEqual(["'=Sam", 'Kim', 'Robin'])
    expect(summedColumns.map((column) => sumOfColumn(file, column))).toEqual(shown)

    // The buyer cancels first, so the database refuses the seller's step and says why.
    await visit(page, `/seller/orders?order=${kims.id}`)
    const last = page.getByRole('region', { name: `Order ${await orderNumber(kims.id)}` })
    await expect(last.getByRole('button', { name: 'Mark as ready' })).toBeVisible()
    await page.route('**/rest/v1/rpc/advance_order', async (route) => {
      await callRpcAs(request, kim, 'cancel_order', { order_id: kims.id })
      await route.continue()
    })
    await last.getByRole('button', { name: 'Mark as ready' }).click()
    await expect(toast(page, 'The order could not be updated')).toBeVisible()
    await expect(page.getByText('This order is cancelled.')).toBeVisible()
    await expect(last.getByRole('button', { name: 'Mark as ready' })).toBeHidden()
  })

  test('opens an order on a phone, and marks it as ready from the list', { tag: '@phone' }, async ({
    page,
    request,
  }) => {
    const { kitchen, bun } = await openBakery()
    await setSession(page, await signInMember(request, kitchen.owner.email, password))
    await visit(page, '/seller/orders')
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
    await expectAccessibleState(page)
    const robin = await createMember(request, 'Robin')
    const placed = await placePaidOrder(request, robin, buns(kitchen, bun.id, 2))
    const [{ id } = nothing] = placed.orders
    const conversation = { buyer_id: robin.id, seller_id: kitchen.owner.id, product_id: bun.id }
    const opened = await request.post('/rest/v1/chat_rooms', {
      headers: { ...robin.headers, prefer: 'return=representation' },
      data: conversation,
    })
    const [{ id: conversationId }] = await opened.json()
    await visit(page, '/seller/orders')
    await page.getByRole('link', { name: 'Robin' }).click()
    await expect(page.getByRole('heading', { name: `Order ${await orderNumber(id)}` })).toBeFocused()
    await expect(page.getByRole('main').getByRole('searchbox')).toBeHidden()
    await expectAccessibleState(page)
    await expect(page.getByRole('link', { name: 'Message buyer' })).toHaveAttribute(
      'href',
      `/messages?room=${conversationId}`,
    )
    await page.getByRole('link', { name: 'Packing list' }).click()
    await expect(page.getByRole('article')).toContainText('2 × Corner bun')
    await expectAccessible(page)
    await page.goBack()
    await page.getByRole('link', { name: 'All orders' }).click()
    await expect(page.getByRole('link', { name: 'Robin' })).toBeFocused()
    await page.getByRole('button', { name: `Mark as ready: order ${await orderNumber(id)}` }).click()
    await expect(toast(page, `Order ${await orderNumber(id)} is ready for pickup`)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nothing to make' })).toBeVisible()
    await page.getByRole('link', { name: /^Ready/ }).click()
    await expect(page.getByRole('button', { name: `Mark as picked up: order ${await orderNumber(id)}` })).toBeVisible()
    await expectAccessibleState(page)
  })
})
