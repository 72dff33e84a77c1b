/**
 * Two orders from purchase to end, with the buyer on a phone and the seller on a desktop: one is picked up and
 * reviewed, one is cancelled.
 */
import { readFile } from 'node:fs/promises'
import { type APIRequestContext, type Browser, devices, type Page } from '@playwright/test'
import { withMilk } from '../declarations.ts'
import { addToBasket, expect, goToCheckout, openSecondDay, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { orderNumber, pickupSlots, placePaidOrder, summedColumns, sumOfColumn } from './orders.ts'
import { createShop, invokeFunction, selectRows } from './shop-fixtures.ts'

/** The buyer's device. Its console errors are not checked. */
async function openPhone(browser: Browser, baseURL: string): Promise<Page> {
  const { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent } = devices['Pixel 7']
  const context = await browser.newContext({
    ...{ baseURL, viewport, deviceScaleFactor, isMobile, hasTouch, userAgent },
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

/** The subjects of a member's emails, once they have received `count` of them. Cron jobs or payments send them. */
async function emailSubjects(request: APIRequestContext, email: string, count: number): Promise<string[]> {
  let subjects: string[] = []
  await expect
    .poll(
      async () => {
        await invokeFunction('send-mail')
        const emails: { subject: string }[] = await (
          await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)
        ).json()
        subjects = emails.map(({ subject }) => subject).filter((subject) => !subject.startsWith('Confirm'))
        return subjects.length
      },
      // The buyer is told of a step once the seller can no longer undo it.
      { timeout: 40_000 },
    )
    .toBeGreaterThanOrEqual(count)
  return subjects
}

// Handing over before the day is refused first, with 409.
test.use({ expectedErrors: [/status of 409/] })

// Opens a phone-sized browser itself.
test('An order is picked up and reviewed, another is cancelled, and pages, emails and figures agree', {
  tag: '@desktop',
}, async ({ page: desk, request, browser, baseURL }) => {
  test.slow()
  const kitchen = await createShop('Oven Door')
  await kitchen.addPickupWindows(5)
  const bun = await kitchen.addProduct(
    {
      name: 'Corner bun',
      price: 4.35,
      stock: 10,
      ingredients: 'Flour, whole milk, yeast',
      allergens: withMilk,
      available_for_delivery: false,
      available_for_pickup: true,
    },
    { Plain: 0 },
  )
  const robin = await createMember(request, 'Robin')
  const owner = await signInMember(request, kitchen.owner.email, password)
  const phone = await openPhone(browser, baseURL)
  await setSession(phone, robin)
  await setSession(desk, owner)
  await visit(desk, '/seller/orders')
  await expect(desk.getByRole('heading', { name: 'No orders yet' })).toBeVisible()

  const orderId = await test.step('The buyer orders on a phone, and the seller sees the order live', async () => {
    await visit(phone, bun.path)
    await addToBasket(phone)
    await addToBasket(phone)
    await goToCheckout(phone)
    await openSecondDay(phone)
    await phone.getByRole('radio', { name: '13:00 to 17:00' }).check()
    await phone.getByRole('checkbox', { name: /I have read/ }).check()
    await phone.getByRole('button', { name: 'Pay £8.70' }).click()
    await expect(phone).toHaveURL(/\/pay\//)
    await phone.getByRole('button', { name: 'Pay £8.70' }).click()
    await expect(phone.getByRole('heading', { name: 'Thank you, Robin' })).toBeVisible()
    await phone.getByRole('link', { name: 'See the order' }).click()
    await expect(phone).toHaveURL(/\/order\//)
    await expect(toast(desk, 'New order')).toBeVisible({ timeout: 20_000 })
    await expect(desk.getByRole('link', { name: 'Robin' })).toBeVisible()
    return new URL(phone.url()).pathname.split('/').at(-1) ?? ''
  })
  const number = await orderNumber(orderId)

  await test.step('The seller prints the prep sheet and the labels', async () => {
    const [{ pickup_date: day }] = (await selectRows('orders', `id=eq.${orderId}&select=pickup_date`)) as [
      { pickup_date: string },
    ]
    await desk.getByRole('link', { name: 'Prep sheet' }).click()
    await desk.getByLabel('Day', { exact: true }).fill(day)
    await expect(desk.getByRole('row', { name: /Corner bun, Plain/ }).getByRole('cell')).toHaveText('2')
    await expect(desk.getByRole('article', { name: `Packing list of order ${number}` })).toContainText('Robin')
    await visit(desk, `/seller/orders?order=${orderId}`)
    await desk.getByRole('link', { name: 'Print labels' }).click()
    const labels = desk.getByRole('article', { name: 'Label of Corner bun' })
    await expect(labels).toHaveCount(2)
    await expect(labels.first().locator('strong').first()).toHaveText('milk')
  })

  await test.step('The seller hands it over, and the buyer sees each step live', async () => {
    await visit(desk, '/seller/orders')
    await desk.getByRole('main').getByRole('searchbox').fill(number.replace('-', '').toLowerCase())
    await expect(desk.getByRole('main').getByRole('article')).toHaveCount(1)
    await desk.getByRole('link', { name: 'Robin' }).click()
    const order = desk.getByRole('region', { name: `Order ${number}` })
    await order.getByRole('button', { name: 'Mark as ready' }).click()
    await expect(phone.getByRole('main').getByRole('status').first()).toContainText('Your order is ready.')
    await order.getByRole('button', { name: 'Mark as picked up' }).click()
    // Its day is still to come.
    await desk.getByRole('dialog').getByRole('button', { name: 'Mark as picked up' }).click()
    await expect(phone.getByText('You have picked up your order. Enjoy!')).toBeVisible()
  })

  await test.step('The buyer reviews it, and the seller replies', async () => {
    await phone.getByRole('button', { name: 'Write a review of Corner bun' }).click()
    const dialog = phone.getByRole('dialog', { name: 'Write a review' })
    await dialog.getByRole('radio', { name: '5 stars' }).focus()
    await phone.keyboard.press('Space')
    await dialog.getByRole('textbox').fill('Still warm.')
    await dialog.getByRole('button', { name: 'Publish review' }).click()
    await expect(dialog).toBeHidden()
    await visit(desk, `${bun.path}?tab=reviews`)
    await desk.getByRole('button', { name: 'Reply to Robin' }).click()
    await desk.getByLabel('Your reply to Robin').fill('Thank you, come again!')
    await desk.getByRole('button', { name: 'Publish reply' }).click()
    await expect(toast(desk, 'Reply published')).toBeVisible()
    await visit(phone, `${bun.path}?tab=reviews`)
    await expect(phone.getByText('Thank you, come again!')).toBeVisible()
  })

  const items = [{ kitchen, items: [{ product_id: bun.id, variation: 'Plain', quantity: 3 }] }]
  const [second] = (await placePaidOrder(request, robin, items)).orders
  await test.step('The buyer cancels another order and gets a refund, and its stock and pickup place are released', async () => {
    expect(await selectRows('products', `id=eq.${bun.id}&select=stock`)).toEqual([{ stock: 5 }])
    await visit(phone, second?.path ?? '')
    await phone.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = phone.getByRole('dialog', { name: 'Cancel this order?' })
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(phone.getByText('£13.05 has been refunded.')).toBeVisible({ timeout: 20_000 })
    expect(await selectRows('products', `id=eq.${bun.id}&select=stock`)).toEqual([{ stock: 8 }])
    const slots = await pickupSlots(request, robin, kitchen.shop.id, [bun.id])
    expect(slots.filter(({ start_time: at }) => at === '09:00:00').at(-1)?.remaining).toBe(5)
  })

  await test.step('Buyer and seller have their emails and notifications', async () => {
    const buyersEmails = await emailSubjects(request, robin.email, 5)
    expect(buyersEmails.filter((subject) => subject.startsWith('Thank you for your order'))).toHaveLength(2)
    for (const about of [/ready/i, /cancelled/i])
      expect(
        buyersEmails.filter((subject) => about.test(subject)),
        `${about}`,
      ).toHaveLength(1)
    const sellersEmails = await emailSubjects(request, kitchen.owner.email, 3)
    expect(sellersEmails.filter((subject) => subject.startsWith('New order'))).toHaveLength(2)
    expect(sellersEmails.filter((subject) => /cancelled/i.test(subject))).toHaveLength(1)
    await visit(phone, '/notifications')
    const notifications = phone.getByRole('main').getByRole('listitem')
    for (const about of [/ready/i, /payment received/i, /£13\.05/])
      await expect(notifications.filter({ hasText: about }).first()).toBeVisible()
    await visit(desk, '/notifications')
    await expect(desk.getByRole('listitem').filter({ hasText: 'New order' })).toHaveCount(2)
    await expect(
      desk
        .getByRole('listitem')
        .filter({ hasText: /cancelled/i })
        .first(),
    ).toBeVisible()
  })

  await test.step('Pages, export file and analytics show the same amounts', async () => {
    await visit(desk, '/seller/orders?status=all')
    await desk.getByRole('button', { name: 'Export' }).click()
    const sums = desk.getByRole('region', { name: 'Totals' })
    await expect(sums).toContainText('2 orders')
    const shown = (await sums.getByRole('definition').allTextContents()).map((text) => text.replace(/[-£]/g, ''))
    const downloading = desk.waitForEvent('download')
    await desk.getByRole('button', { name: 'Download CSV' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(summedColumns.map((column) => sumOfColumn(file, column))).toEqual(shown)
    expect(sumOfColumn(file, 'Total')).toBe('21.75')
    expect(sumOfColumn(file, 'Refunded')).toBe('13.05')
    await visit(desk, '/seller/analytics')
    const tile = (label: string) =>
      desk
        .locator('dl > div')
        .filter({ has: desk.getByText(label, { exact: true }) })
        .locator('dd')
        .first()
    await expect(tile('Revenue')).toHaveText('£21.75')
    await expect(tile('After refunds')).toHaveText('£8.70')
  })
  await phone.context().close()
})
