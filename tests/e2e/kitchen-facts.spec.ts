/** What a shopper with an allergy learns: the kitchen's facts, the age of a declaration, and a change after the order. */
import type { Page } from '@playwright/test'
import { addDays, dayWithYear, londonTime } from '#domain/values/calendar'
import { withMilk } from '../declarations.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { orderNumber, placePaidOrder } from './orders.ts'
import { createShop, invokeFunction } from './shop-fixtures.ts'

const today = () => dayWithYear(new Date().toISOString())

const answer = (page: Page, question: string, words: string) =>
  page.getByRole('radiogroup', { name: question, exact: true }).getByRole('radio', { name: words, exact: true }).check()

test('A seller states the facts of the kitchen, and shoppers read them beside the declaration', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const kitchen = await createShop('Nutmeg Yard')
  const bun = await kitchen.addProduct({ name: 'Milk bun', allergens: withMilk })
  await visit(page, `/shop/${kitchen.shop.slug}`)
  await expect(page.getByRole('region', { name: 'The kitchen' })).toHaveText(
    /The seller has not stated what this kitchen handles\./,
  )

  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await visit(page, '/seller/shop-settings')
  await page.getByRole('link', { name: 'Review kitchen facts' }).click()
  await expect(page.getByText('You have not stated anything yet')).toBeVisible()
  await expectAccessible(page)
  await answer(page, 'Tree nuts', 'Yes')
  await answer(page, 'Milk', 'Yes')
  await answer(page, 'It is a dedicated nut-free kitchen', 'Yes')
  await page.getByRole('button', { name: 'Confirm kitchen facts' }).click()
  await expect(page.getByText('handles neither tree nuts nor peanuts')).toBeVisible()
  await answer(page, 'It is a dedicated nut-free kitchen', 'No')
  await answer(page, 'Equipment is shared', 'Yes')
  await page.getByRole('button', { name: 'Confirm kitchen facts' }).click()
  await expect(toast(page, 'Kitchen facts confirmed')).toBeVisible()
  await expect(page.getByText(`Reviewed ${today()}.`)).toBeVisible()

  await visit(page, bun.path)
  const facts = page.getByRole('region', { name: 'Ingredients and allergens' })
  await expect(facts).toContainText(`Allergen information last changed ${today()}`)
  for (const words of [
    'This kitchen handles: tree nuts, milk.',
    'Equipment is shared.',
    /Not stated: peanuts, /,
    `Reviewed ${today()}.`,
  ])
    await expect(facts.getByText(words)).toBeVisible()
  await expect(facts).not.toContainText('Not handled here')
  await visit(page, `/shop/${kitchen.shop.slug}`)
  await expect(page.getByRole('region', { name: 'The kitchen' })).toContainText(
    'This kitchen handles: tree nuts, milk.',
  )
})

test('A seller who changes allergens learns which customers nobody else can tell', {
  tag: ['@desktop', '@long'],
}, async ({ page, request }) => {
  const kitchen = await createShop('Market Stall')
  await kitchen.addPickupWindows()
  const cake = await kitchen.addProduct({ name: 'Lemon cake', allergens: withMilk, available_for_pickup: true })
  const buyer = await createMember(request, 'Robin')
  await placePaidOrder(request, buyer, [{ kitchen, items: [{ product_id: cake.id }] }])
  const seller = await signInMember(request, kitchen.owner.email, password)
  const tomorrow = addDays(londonTime(new Date()).date, 1)
  const entered = await request.post('/rest/v1/rpc/place_manual_order', {
    headers: seller.headers,
    data: {
      order: {
        name: 'Mrs Ames',
        items: [{ product_id: cake.id, quantity: 1 }],
        hand_over: { kind: 'day', date: tomorrow, start_time: '09:00', end_time: '10:00' },
        payment: 'received',
      },
      idempotency_key: crypto.randomUUID(),
    },
  })
  const { order_id: id } = await entered.json()

  await setSession(page, seller)
  await visit(page, `/seller/products/${cake.id}/edit`)
  await page.getByLabel('Ingredients', { exact: true }).fill('Lemon, poppy seeds')
  await expect(page.getByText('1 buyer is told: The ingredients have changed.')).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Sesame' }).getByRole('radio', { name: 'Contains' }).check()
  const notice = page.getByRole('status').filter({ hasText: 'open orders' })
  await expect(notice).toContainText('2 open orders contain this product. When you save, 1 buyer is told: ')
  await expect(notice).toContainText('1 customer has no account. Please tell them yourself: order ')
  await expectAccessible(page)
  const opened = page.waitForEvent('popup')
  await notice.getByRole('link', { name: `order ${await orderNumber(id)}` }).click()
  await expect((await opened).getByText('Mrs Ames').filter({ visible: true }).first()).toBeVisible()

  await visit(page, '/seller/products')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  const buffer = Buffer.from(`id,contains,may_contain,free_from\n${cake.id},eggs,,all others\n`)
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'cakes.csv', mimeType: 'text/csv', buffer })
  await expect(dialog).toContainText('When you import, 1 buyer is told.')
  await expect(dialog.getByRole('link', { name: `order ${await orderNumber(id)}` })).toBeVisible()
})

// The job that notifies runs every minute.
test('A buyer of an open order is told when the seller changes its allergens', { tag: ['@desktop', '@long'] }, async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const kitchen = await createShop('Second Thoughts')
  await kitchen.addPickupWindows()
  const cake = await kitchen.addProduct(
    { name: 'Lemon cake', allergens: withMilk, available_for_pickup: true },
    { Whole: 0 },
  )
  const buyer = await createMember(request, 'Robin')
  const items = [{ product_id: cake.id, variation: 'Whole' }]
  const { orders } = await placePaidOrder(request, buyer, [{ kitchen, items }])

  await test.step('The seller is told how many open orders the change concerns', async () => {
    await setSession(page, await signInMember(request, kitchen.owner.email, password))
    await visit(page, `/seller/products/${cake.id}/edit`)
    await expect(page.getByText('open order')).toBeHidden()
    await page.getByRole('radiogroup', { name: 'Tree nuts' }).getByRole('radio', { name: 'May contain' }).check()
    await page
      .getByRole('group', { name: 'Which tree nuts may it contain?' })
      .getByRole('checkbox', { name: 'Walnut' })
      .check()
    await expect(page.getByText('1 open order contains this product.')).toBeVisible()
    await expect(page.getByText('its buyer is told: It may now contain walnut.')).toBeVisible()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'Product updated successfully')).toBeVisible()
  })

  await test.step('An import tells them, too', async () => {
    await visit(page, '/seller/products')
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import products' })
    const file = (cells: string) => ({
      name: 'cakes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`id,contains,may_contain,free_from\n${cells}\n`),
    })
    await dialog.getByLabel('CSV file').setInputFiles(file(`${cake.id},eggs,,all others`))
    await expect(dialog.getByText('Allergens or ingredients of 1 open order change.')).toBeVisible()
    await expect(dialog.getByText('When you import, its buyer is told.')).toBeVisible()
    await dialog.getByLabel('CSV file').setInputFiles(file(`${cake.id},milk,walnut,all others`))
    await expect(dialog.getByText('0 new, 1 to update, 0 lines with errors')).toBeVisible()
    await expect(dialog.getByText('open order')).toBeHidden()
  })

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const home = await context.newPage()
  await setSession(home, buyer)
  await test.step('The buyer gets one notification, and the order shows the change beside what was bought', async () => {
    const title = 'Allergens in your order have changed'
    await expect(async () => {
      await visit(home, '/notifications?tab=safety')
      await expect(home.getByText(title)).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 90_000 })
    await expect(home.getByText(title)).toHaveCount(1)
    await expect(home.getByText(/Second Thoughts changed .* Lemon cake may now contain walnut\./)).toBeVisible()
    await visit(home, orders[0]?.path ?? '')
    const bought = home.getByRole('list', { name: 'Items' })
    await expect(bought.getByText('Contains milk.', { exact: true })).toBeVisible()
    await expect(bought).toContainText(`Changed on ${today()}, after the order. It may now contain walnut.`)
    await expect(bought).toContainText('Now: Contains milk. May contain walnut.')
  })

  await test.step('An email has the old and the new declaration', async () => {
    const readEmail = async () => {
      await invokeFunction('send-mail')
      const emails: { subject: string; text: string }[] = await (
        await request.get(`/dev/mailbox.json?to=${encodeURIComponent(buyer.email)}`)
      ).json()
      return emails.find(({ subject }) => subject === 'Allergens have changed: Lemon cake')?.text ?? ''
    }
    await expect.poll(readEmail, { timeout: 20_000 }).toContain('Lemon cake may now contain walnut.')
  })
  await context.close()
})
