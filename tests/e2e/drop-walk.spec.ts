/** A Saturday drop from end to end on a phone: announced, opened, sold out, refilled, baked, handed over, reviewed, paid. */
import type { APIRequestContext, Page } from '@playwright/test'
import { addDays, dayOfWeek, londonTime, longDate, weekdayName } from '#domain/values/calendar'
import { withMilk } from '../declarations.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, reload, test, toast, visit } from './fixtures.ts'
import { createUser, type Member, password, setSession, signInMember } from './members.ts'
import { orderNumber, pay, placeOrder, placePaidOrder } from './orders.ts'
import { createShop, insertRows, invokeFunction, selectRows, updateRow } from './shop-fixtures.ts'

const { date: today } = londonTime(new Date())
/** The next Saturday that is at least two days ahead. */
const saturday = addDays(today, 2 + ((6 - dayOfWeek(addDays(today, 2)) + 7) % 7))
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const fieldValue = (instant: Date) => Object.values(londonTime(instant)).join('T')

interface ReceivedEmail {
  readonly subject: string
  readonly links: readonly string[]
}

/** The path of a link in an email of this member, once the email has been sent. */
async function emailedPath(request: APIRequestContext, { email }: Member, subject: string, path: RegExp) {
  let found = ''
  await expect
    .poll(
      async () => {
        await invokeFunction('send-mail')
        const mailbox = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)
        const emails: ReceivedEmail[] = await mailbox.json()
        const links = emails.find((received) => received.subject === subject)?.links ?? []
        found = links.map((link) => new URL(link).pathname).find((pathname) => path.test(pathname)) ?? ''
        return found
      },
      // The job of reminders runs every ten seconds, and a step is told once it can no longer be undone.
      { message: `an email “${subject}”`, timeout: 25_000 },
    )
    .not.toBe('')
  return found
}

async function enterOrder(page: Page, product: string, customer: string, handOver: string, payment: string) {
  await page.getByRole('button', { name: product, exact: true }).click()
  await page.getByLabel('Name').fill(customer)
  await page.getByText(handOver, { exact: true }).click()
  const time = page.getByLabel('Pickup time', { exact: true })
  if (handOver === 'In a pickup time') await time.selectOption({ label: `${longDate(saturday)}, 10:00 to 12:00` })
  await page.getByText(payment, { exact: true }).click()
  await page.getByRole('button', { name: 'Enter order' }).click()
  await expect(page.getByText('is entered')).toBeVisible()
}

test('A baker runs a Saturday drop on a phone, from its announcement to the payout', {
  tag: ['@phone', '@long'],
}, async ({ page, request }) => {
  test.slow()
  const kitchen = await createShop('Walk Kitchen')
  await kitchen.addPickupWindows()
  const { id: shop } = kitchen.shop
  await insertRows('payment_accounts', [
    { shop_id: shop, provider: 'test', account_id: `walk-${shop}`, charges_enabled: true },
  ])
  const food = { allergens: withMilk, ingredients: 'Flour, milk', available_for_delivery: false }
  const bun = await kitchen.addProduct({
    ...{ ...food, name: 'Cardamom bun', price: 4, stock: 0, available_for_pickup: true },
  })
  await kitchen.addProduct({ ...food, name: 'Rye loaf', price: 5, stock: 8, available_for_pickup: true })
  const seller = await signInMember(request, kitchen.owner.email, password)
  const join = async (name: string) => signInMember(request, (await createUser(name)).email, password)
  const [robin, kim, sam] = [await join('Robin'), await join('Kim'), await join('Sam')]
  const items = [{ product_id: bun.id }]

  const drop = await test.step('The baker announces the drop', async () => {
    await setSession(page, seller)
    await visit(page, '/seller/drops/new')
    await page.getByLabel('Title').fill('Saturday buns')
    await page.getByLabel('Opens').fill(fieldValue(hoursFromNow(3)))
    await page.getByLabel('Order cut-off').fill(fieldValue(hoursFromNow(20)))
    await page.getByLabel('Product 1').selectOption('Cardamom bun')
    await page.getByLabel('Stock').fill('3')
    await page.getByLabel('Day').fill(saturday)
    await page.getByRole('button', { name: 'Announce drop' }).click()
    await page.getByRole('link', { name: 'View', exact: true }).click()
    await expect(page.getByText('This is your own drop.')).toBeVisible()
    return new URL(page.url()).pathname.split('/').at(-1) ?? ''
  })

  await test.step('A buyer asks for a reminder', async () => {
    await setSession(page, robin)
    await visit(page, `/shop/${kitchen.shop.slug}`)
    await page.getByRole('region', { name: 'Drops' }).getByRole('link', { name: 'Saturday buns' }).click()
    await page.getByRole('button', { name: 'Remind me' }).click()
    await expect(page.getByRole('button', { name: 'You’ll be reminded' })).toBeVisible()
  })

  // The reminder is sent while the baker is at work.
  await updateRow('drops', drop, { opens_at: hoursFromNow(-1).toISOString() })
  await test.step('The baker adds an order by phone, and one at the market', async () => {
    await setSession(page, seller)
    await visit(page, '/seller/orders')
    await page.getByRole('link', { name: 'New order' }).click()
    await enterOrder(page, 'Cardamom bun', 'Mrs Ames', 'In a pickup time', 'Unpaid, on collection')
    await page.getByRole('button', { name: 'Another order' }).click()
    await enterOrder(page, 'Rye loaf', 'Stall customer', 'Handed over now', 'Paid in cash, or already')
  })

  await test.step('The reminded buyer follows the email and orders', async () => {
    await setSession(page, robin)
    const link = await emailedPath(request, robin, 'Saturday buns from Walk Kitchen is open', /^\/drops\//)
    await visit(page, link)
    await page.getByRole('button', { name: 'Add Cardamom bun' }).click()
    await expect(toast(page, 'Added to basket')).toBeVisible()
    await visit(page, '/checkout')
    await expect(page.getByRole('radio', { name: longDate(saturday) })).toBeChecked()
    await page.getByRole('radio', { name: '10:00 to 12:00' }).check()
    await page.getByRole('checkbox', { name: /I have read/ }).check()
    await page.getByRole('button', { name: 'Pay £4.00' }).click()
    await expect(page).toHaveURL(/\/pay\//)
    await page.getByRole('button', { name: 'Pay £4.00' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you, Robin' })).toBeVisible()
  })

  await test.step('The drop sells out, and the waitlist fills a cancellation', async () => {
    const placed = await placePaidOrder(request, kim, [{ kitchen, items }])
    await setSession(page, sam)
    await visit(page, `/drops/${drop}`)
    await expect(page.getByText('Sold out').first()).toBeVisible()
    await page.getByRole('button', { name: 'Tell me when it’s back: Cardamom bun' }).click()
    await expect(toast(page, 'You’re on the waitlist')).toBeVisible()
    await setSession(page, seller)
    await visit(page, `/drops/${drop}`)
    await expect(page.getByText('3 of 3 ordered, 1 waiting')).toBeVisible()

    await setSession(page, kim)
    await visit(page, placed.orders[0]?.path ?? '')
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByText('£4.00 has been refunded.')).toBeVisible({ timeout: 20_000 })

    await setSession(page, sam)
    await visit(page, '/notifications')
    await page.getByRole('link', { name: /1 × Cardamom bun reserved for you/ }).click()
    await expect(page.getByText('1 reserved for you until')).toBeVisible()
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await expect(toast(page, 'Added to basket')).toBeVisible()
    const { checkoutId } = await placeOrder(request, sam, [{ kitchen, items }])
    await pay(sam, checkoutId, 'transfers')
    await visit(page, `/drops/${drop}`)
    await expect(page.getByText('Sold out').first()).toBeVisible()
  })

  const orders = await test.step('Saturday comes', async () => {
    await updateRow('drops', drop, { cut_off: new Date(Date.now() - 1_000).toISOString() })
    const rows = await selectRows('orders', `drop_id=eq.${drop}&status=eq.processing&select=id,buyer_name`)
    expect(rows).toHaveLength(3)
    const ids = new Map((rows as { id: string; buyer_name: string }[]).map(({ id, buyer_name }) => [buyer_name, id]))
    for (const id of ids.values()) await updateRow('orders', id, { pickup_date: today, due_at: `${today}T10:00:00` })
    return ids
  })
  const numberOf = (buyer: string) => orderNumber(orders.get(buyer) ?? '')
  const numbers = await Promise.all(['Robin', 'Sam', 'Mrs Ames'].map(numberOf))

  await test.step('The baker bakes by the prep sheet, prints the labels and hands over', async () => {
    await setSession(page, seller)
    await visit(page, '/seller/orders')
    await page.getByRole('link', { name: 'Prep sheet' }).click()
    await expect(page.getByRole('row', { name: /Cardamom bun/ }).getByRole('cell')).toHaveText(['3', '0'])
    for (const number of numbers)
      await expect(page.getByRole('article', { name: `Packing list of order ${number}` })).toContainText(
        'Saturday buns',
      )
    await expectAccessible(page)
    await page.getByRole('link', { name: `Print all labels of ${weekdayName(dayOfWeek(today))}` }).click()
    const labels = page.getByRole('article', { name: 'Label of Cardamom bun' })
    await expect(labels).toHaveCount(3)
    await expect(labels.first()).toContainText('milk')
    await visit(page, '/seller/orders')
    const take = async (step: string, number: string) => {
      const button = page.getByRole('button', { name: `${step}: order ${number}` })
      await button.click()
      await expect(button).toBeHidden()
    }
    for (const number of numbers) await take('Mark as ready', number)
    await page.getByRole('link', { name: /^Ready/ }).click()
    await take('Mark as picked up', await numberOf('Robin'))
    await take('Mark as picked up', await numberOf('Sam'))
    // Unpaid until now, so it is handed over once the money is confirmed.
    await expect(page.getByRole('article').filter({ hasText: 'Mrs Ames' })).toContainText('To be paid')
    await page.getByRole('link', { name: 'Mrs Ames' }).click()
    await page.getByRole('button', { name: 'It is settled' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Mark as picked up', exact: true }).click()
    await expect(toast(page, `Order ${await numberOf('Mrs Ames')} has been picked up`)).toBeVisible()
  })

  await test.step('The baker sees what the drop earned, and its payout', async () => {
    await visit(page, '/seller/drops')
    await expect(page.getByRole('article').filter({ hasText: 'Saturday buns' })).toContainText('3 of 3 ordered')
    await visit(page, '/seller/money')
    await expect(page.getByText('1 transfer to your payment account')).toBeVisible()
    // The test provider sends no money, so its answer is written here.
    const [transfer] = (await selectRows('transfers', `order_id=eq.${orders.get('Sam')}&select=id`)) as { id: string }[]
    await updateRow('transfers', transfer?.id ?? '', { status: 'sent', provider_transfer_id: `walk-${shop}` })
    await reload(page)
    await expect(page.getByText('Every transfer has arrived at your payment account.')).toBeVisible()
    await expect(page.getByRole('link', { name: /Sam.*Transferred/ })).toBeVisible()
  })

  await test.step('The buyer is asked for a review by email, and writes it', async () => {
    const link = await emailedPath(request, robin, 'How was your order from Walk Kitchen?', /^\/order\//)
    await setSession(page, robin)
    await visit(page, link)
    await page.getByRole('button', { name: 'Write a review of Cardamom bun' }).click()
    const dialog = page.getByRole('dialog', { name: 'Write a review' })
    await dialog.getByRole('radio', { name: '5 stars' }).check()
    await dialog.getByRole('textbox').fill('Still warm.')
    await dialog.getByRole('button', { name: 'Publish review' }).click()
    await expect(toast(page, 'Review published')).toBeVisible()
  })
})
