import { withMilk } from '../declarations.ts'
import { expectAccessibleState } from './accessibility.ts'
import { openSecondBrowser } from './conversations.ts'
import { expect, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { callRpcAs, orderNumber, placePaidOrder } from './orders.ts'
import { createAdministrator, createShop } from './shop-fixtures.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('A buyer reports a problem, the shop declines, and an administrator decides for a refund', async ({
  page,
  browser,
  request,
  siteUrl,
}) => {
  test.slow()
  const kitchen = await createShop('Squashed Icing')
  await kitchen.addPickupWindows(5)
  const bun = await kitchen.addProduct(
    { name: 'Iced bun', price: 5, stock: 10, allergens: withMilk, available_for_pickup: true },
    { Plain: 0 },
  )
  const robin = await createMember(request, 'Robin')
  const owner = await signInMember(request, kitchen.owner.email, password)
  const bought = { kitchen, items: [{ product_id: bun.id, variation: 'Plain', quantity: 2 }] }
  const { orders } = await placePaidOrder(request, robin, [bought])
  const [order] = orders
  if (!order) throw new Error('No order was placed')

  await setSession(page, robin)
  await visit(page, order.path)
  await expect(page.getByRole('heading', { name: 'Need help?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Report a problem' })).toBeHidden()
  for (const status of ['ready', 'delivered'])
    await callRpcAs(request, owner, 'advance_order', { order_id: order.id, status, is_early: true })

  await test.step('The buyer reports it with a picture', async () => {
    await visit(page, order.path)
    await page.getByRole('button', { name: 'Report a problem' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report a problem' })
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Please choose what is wrong.')).toBeVisible()
    await dialog.getByRole('radio', { name: 'An allergen problem' }).check()
    await expect(dialog.getByText(/call 999 first/)).toBeVisible()
    await dialog.getByRole('radio', { name: 'Something is damaged or spoilt' }).check()
    await dialog.getByLabel('What happened?').fill('The icing was squashed.')
    await dialog.getByLabel('Pictures').setInputFiles({ name: 'bun.png', mimeType: 'image/png', buffer: png })
    await expect(dialog.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
    await dialog.getByRole('radio', { name: 'A refund' }).check()
    await expectAccessibleState(page)
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(toast(page, 'Problem reported')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your problem report' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Report a problem' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Ask us to decide' })).toBeHidden()
  })

  const desk = await openSecondBrowser(browser, page, siteUrl)
  await test.step('The shop sees the picture and declines', async () => {
    await setSession(desk, owner)
    await visit(desk, `/seller/orders?order=${order.id}`)
    const problem = desk.getByRole('region', { name: 'Problem reported by the buyer' })
    await expect(problem).toContainText('The icing was squashed.')
    await expect(problem.getByRole('list', { name: 'Pictures' }).getByRole('img')).toBeVisible()
    await problem.getByRole('button', { name: 'Answer' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Answer the buyer' })
    await dialog.getByRole('radio', { name: 'Refund' }).check()
    await dialog.getByLabel('Amount (£)').fill('50')
    await dialog.getByLabel('Your answer to the buyer').fill('It left in one piece.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByText('At most £10.00 of this order can still be refunded.')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Decline' }).check()
    await expectAccessibleState(desk)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(toast(desk, 'Answer sent')).toBeVisible()
    await expect(problem).toContainText('The shop’s answer: decline')
  })

  await test.step('The buyer asks for a decision', async () => {
    await visit(page, order.path)
    await expect(page.getByText('It left in one piece.')).toBeVisible()
    await page.getByRole('button', { name: 'Ask us to decide' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask us to decide' })
    await dialog.getByLabel('Why do you not agree?').fill('The picture shows it.')
    await dialog.getByRole('button', { name: 'Send to us' }).click()
    await expect(toast(page, 'Sent to us')).toBeVisible()
  })

  await test.step('An administrator decides for a refund, and the buyer sees it', async () => {
    const admin = await createAdministrator()
    await setSession(desk, await signInMember(request, admin.email, password))
    await visit(desk, '/admin?tab=problems')
    const card = desk.getByRole('article', { name: `Order ${await orderNumber(order.id)}` })
    await expect(card).toContainText('Robin bought 2 × Iced bun')
    await expect(card.getByRole('list', { name: 'Pictures' }).getByRole('img')).toBeVisible()
    await card.getByRole('button', { name: 'Decide' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Decide about the problem' })
    await dialog.getByRole('radio', { name: 'Refund the buyer' }).check()
    await dialog.getByLabel('Amount (£)').fill('4')
    await dialog.getByLabel('Reason (shown to buyer and shop)').fill('The icing is damaged.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(toast(desk, 'Decision saved')).toBeVisible()
    await expect(card).toBeHidden()
    await visit(page, order.path)
    await expect(page.getByText('We decided on a refund, £4.00')).toBeVisible()
    await expect(page.getByText('The icing is damaged.', { exact: true })).toBeVisible()
    await expectAccessibleState(page)
  })
})
