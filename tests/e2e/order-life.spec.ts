/** Two orders' whole lives, her on a phone and the baker at a desktop: one collected, reviewed and answered, one cancelled in time. */
import { readFile } from 'node:fs/promises'
import { type APIRequestContext, type Browser, devices, type Page } from '@playwright/test'
import { allergens } from '#domain/allergens'
import { parseCsv } from '#domain/csv'
import { formatPence, toPence } from '#domain/money'
import { callAs, placeAndPay } from './buying.ts'
import { openKitchen, rowsOf, wake } from './kitchen.ts'
import { become, memberOf, newMember, password } from './members.ts'
import { arrive, expect, notice, test } from './visitor.ts'

const withMilk = { ...Object.fromEntries(allergens.map(({ key }) => [key, 'free'])), milk: 'contains' }

const numberOf = (id: string) => id.slice(0, 8)

/** Somebody else's device; its complaints are not listened to. */
async function openPhone(browser: Browser, baseURL: string): Promise<Page> {
  const { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent } = devices['Pixel 7']
  const context = await browser.newContext({
    ...{ baseURL, viewport, deviceScaleFactor, isMobile, hasTouch, userAgent },
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

/** The subjects of somebody's letters, once there are so many: cron or a payment has them sent. */
async function lettersOf(request: APIRequestContext, email: string, count: number): Promise<string[]> {
  let subjects: string[] = []
  await expect
    .poll(async () => {
      await wake('send-mail')
      const letters: { subject: string }[] = await (
        await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)
      ).json()
      subjects = letters.map(({ subject }) => subject).filter((subject) => !subject.startsWith('Confirm'))
      return subjects.length
    })
    .toBeGreaterThanOrEqual(count)
  return subjects
}

// Brings its own phone.
test('an order is placed, made, collected, reviewed and answered; another is cancelled; and all figures agree', {
  tag: '@desktop',
}, async ({ page: desk, request, browser, baseURL }) => {
  test.slow()
  const kitchen = await openKitchen('Oven Door')
  await kitchen.handsOver(5)
  const bun = await kitchen.product(
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
  const robin = await newMember(request, 'Robin')
  const owner = await memberOf(request, kitchen.owner.email, password)
  const phone = await openPhone(browser, baseURL)
  await become(phone, robin)
  await become(desk, owner)
  await arrive(desk, '/seller/orders')
  await expect(desk.getByRole('heading', { name: 'No orders yet' })).toBeVisible()

  const orderId = await test.step('she orders on her phone, and the baker sees it come in', async () => {
    await arrive(phone, bun.path)
    await phone.getByRole('button', { name: 'Add to basket' }).click()
    await phone.getByRole('button', { name: 'Add to basket' }).click()
    await arrive(phone, '/checkout')
    await phone.getByRole('radio', { name: '13:00 to 17:00' }).check()
    await phone.getByRole('checkbox', { name: /I have read/ }).check()
    await phone.getByRole('button', { name: 'Pay £8.70' }).click()
    await expect(phone).toHaveURL(/\/pay\//)
    await phone.getByRole('button', { name: 'Pay £8.70' }).click()
    await expect(phone.getByRole('heading', { name: 'Thank you, Robin' })).toBeVisible()
    await phone.getByRole('link', { name: 'See the order' }).click()
    await expect(phone).toHaveURL(/\/order\//)
    await expect(notice(desk, 'New order')).toBeVisible({ timeout: 20_000 })
    await expect(desk.getByRole('link', { name: 'Robin' })).toBeVisible()
    return new URL(phone.url()).pathname.split('/').at(-1) ?? ''
  })
  const number = numberOf(orderId)

  await test.step('it is prepared with its sheet and its labels', async () => {
    const [{ pickup_date: day }] = (await rowsOf('orders', `id=eq.${orderId}&select=pickup_date`)) as [
      { pickup_date: string },
    ]
    await desk.getByRole('link', { name: 'Prep sheet' }).click()
    await desk.getByLabel('Day', { exact: true }).fill(day)
    await expect(desk.getByRole('row', { name: /Corner bun, Plain/ }).getByRole('cell')).toHaveText('2')
    await expect(desk.getByRole('article', { name: `Packing list of order ${number}` })).toContainText('Robin')
    await arrive(desk, `/seller/orders?order=${orderId}`)
    await desk.getByRole('link', { name: 'Print labels' }).click()
    const labels = desk.getByRole('article', { name: 'Label of Corner bun' })
    await expect(labels).toHaveCount(2)
    await expect(labels.first().locator('strong').first()).toHaveText('milk')
  })

  await test.step('it is handed over, and she sees each step without asking', async () => {
    await desk.getByRole('link', { name: `Order ${number}` }).click()
    const order = desk.getByRole('region', { name: `Order ${number}` })
    await order.getByRole('button', { name: 'Mark as ready' }).click()
    await expect(phone.getByRole('main').getByRole('status').first()).toContainText('Your order is ready.')
    await order.getByRole('button', { name: 'Mark as collected' }).click()
    await expect(phone.getByText('You have collected your order. Enjoy!')).toBeVisible()
  })

  await test.step('she reviews it, and is answered', async () => {
    await phone.getByRole('button', { name: 'Write a review of Corner bun' }).click()
    const dialog = phone.getByRole('dialog', { name: 'Write a review' })
    await dialog.getByRole('radio', { name: '5 stars' }).focus()
    await phone.keyboard.press('Space')
    await dialog.getByRole('textbox').fill('Still warm.')
    await dialog.getByRole('button', { name: 'Publish review' }).click()
    await expect(dialog).toBeHidden()
    await arrive(desk, `${bun.path}?tab=reviews`)
    await desk.getByRole('button', { name: 'Reply to Robin' }).click()
    await desk.getByLabel('Your reply to Robin').fill('Thank you, come again!')
    await desk.getByRole('button', { name: 'Publish reply' }).click()
    await expect(notice(desk, 'Reply published')).toBeVisible()
    await arrive(phone, `${bun.path}?tab=reviews`)
    await expect(phone.getByText('Thank you, come again!')).toBeVisible()
  })

  const wanted = [{ kitchen, items: [{ product_id: bun.id, variation: 'Plain', quantity: 3 }] }]
  const [second] = (await placeAndPay(request, robin, wanted)).orders
  await test.step('another is cancelled in time: refund, stock, place and news', async () => {
    expect(await rowsOf('products', `id=eq.${bun.id}&select=stock`)).toEqual([{ stock: 5 }])
    await arrive(phone, second?.path ?? '')
    await phone.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = phone.getByRole('dialog', { name: 'Cancel this order?' })
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(phone.getByText('£13.05 has been refunded.')).toBeVisible({ timeout: 20_000 })
    expect(await rowsOf('products', `id=eq.${bun.id}&select=stock`)).toEqual([{ stock: 8 }])
    const slots = await callAs(request, robin, 'pickup_slots', { shop_id: kitchen.shop.id, product_ids: [bun.id] })
    expect(Array.isArray(slots) && slots.filter(({ start_time: at }) => at === '09:00:00').at(-1)?.remaining).toBe(5)
  })

  await test.step('both have their letters and their news', async () => {
    const hers = await lettersOf(request, robin.email, 5)
    expect(hers.filter((subject) => subject.startsWith('Thank you for your order'))).toHaveLength(2)
    for (const about of [/ready/i, /cancelled/i])
      expect(
        hers.filter((subject) => about.test(subject)),
        `${about}`,
      ).toHaveLength(1)
    const theirs = await lettersOf(request, kitchen.owner.email, 3)
    expect(theirs.filter((subject) => subject.startsWith('New order'))).toHaveLength(2)
    expect(theirs.filter((subject) => /cancelled/i.test(subject))).toHaveLength(1)
    await arrive(phone, '/notifications')
    const news = phone.getByRole('main').getByRole('listitem')
    for (const about of [/ready/i, /payment received/i, /£13\.05/])
      await expect(news.filter({ hasText: about }).first()).toBeVisible()
    await arrive(desk, '/notifications')
    await expect(desk.getByRole('listitem').filter({ hasText: 'New order' })).toHaveCount(2)
    await expect(
      desk
        .getByRole('listitem')
        .filter({ hasText: /cancelled/i })
        .first(),
    ).toBeVisible()
  })

  await test.step('screens, file and analytics agree to the penny', async () => {
    await arrive(desk, '/seller/orders?state=all')
    await desk.getByRole('button', { name: 'Export' }).click()
    const sums = desk.getByRole('region', { name: 'Sums' })
    await expect(sums).toContainText('2 orders')
    const shown = (await sums.getByRole('definition').allTextContents()).map((text) => text.replace(/[-£]/g, ''))
    const downloading = desk.waitForEvent('download')
    await desk.getByRole('button', { name: 'Download CSV' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    const [head = { cells: [] }, ...lines] = parseCsv(file)
    const sum = (column: number) =>
      formatPence(lines.reduce((total, { cells }) => total + toPence(cells[column] ?? ''), 0)).replace('£', '')
    expect([7, 8, 9, 10, 11, 12].map(sum), head.cells.join()).toEqual(shown)
    expect(sum(9)).toBe('21.75')
    expect(sum(10)).toBe('13.05')
    await arrive(desk, '/seller/analytics')
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
