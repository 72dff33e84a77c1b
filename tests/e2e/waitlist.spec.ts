/** Waiting for something sold out on a phone: joining, being offered what returns, ordering it. */
import { expectAccessibleState } from './accessibility.ts'
import { expect, test, toast, visit } from './fixtures.ts'
import { clearSession, createMember, password, setSession, signInMember } from './members.ts'
import { callRpcAs, placePaidOrder } from './orders.ts'
import { createShop, selectRows } from './shop-fixtures.ts'

test('A buyer waits for a sold-out product, is offered what a cancelled order returns, and orders it', {
  tag: '@phone',
}, async ({ page, request }) => {
  const kitchen = await createShop('Waiting Kitchen')
  await kitchen.addPickupWindows()
  const bun = await kitchen.addProduct({ name: 'Cardamom bun', stock: 1, available_for_pickup: true })
  const seller = await signInMember(request, kitchen.owner.email, password)
  const [first, robin, sam] = [
    await createMember(request, 'First'),
    await createMember(request, 'Robin'),
    await createMember(request, 'Sam'),
  ]
  const items = [{ product_id: bun.id }]
  const { orders } = await placePaidOrder(request, first, [{ kitchen, items }])

  await setSession(page, robin)
  await visit(page, bun.path)
  await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled()
  await page.getByRole('button', { name: 'Tell me when it’s back' }).click()
  await expect(toast(page, 'You’re on the waitlist')).toBeVisible()
  await expect(page.getByText('You’re on the waitlist. We’ll tell you')).toBeVisible()
  await expectAccessibleState(page)
  await visit(page, '/profile?tab=favorites')
  const waitlist = page.getByRole('region', { name: 'Waitlist' })
  await expect(waitlist.getByRole('link', { name: 'Cardamom bun' })).toBeVisible()
  await expectAccessibleState(page)

  await setSession(page, seller)
  await visit(page, '/seller/products')
  await expect(page.getByText('1 waiting')).toBeVisible()
  await callRpcAs(request, seller, 'cancel_order', { order_id: orders[0]?.id, reason: 'The oven is broken.' })
  await visit(page, '/seller/products')
  await expect(page.getByText('1 more reserved for the waitlist')).toBeVisible()

  await setSession(page, sam)
  await visit(page, bun.path)
  await expect(page.getByRole('button', { name: 'Tell me when it’s back' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled()

  await setSession(page, robin)
  expect(await selectRows('notifications', `user_id=eq.${robin.id}&type=eq.waitlist&select=title`)).toEqual([
    { title: '1 × Cardamom bun reserved for you' },
  ])
  await visit(page, bun.path)
  await expect(page.getByText('1 reserved for you until')).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect(toast(page, 'Added to basket')).toBeVisible()
  await visit(page, '/cart')
  await expect(page.getByText('1 reserved for you until')).toBeVisible()
  await page.getByRole('link', { name: /checkout/i }).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await placePaidOrder(request, robin, [{ kitchen, items }])
  await visit(page, bun.path)
  await expect(page.getByRole('button', { name: 'Tell me when it’s back' })).toBeVisible()
})

test('A visitor who signs in to join a waitlist is on it, and leaves it again', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const kitchen = await createShop('Waiting Visitors')
  const bun = await kitchen.addProduct({ name: 'Poppy bun', stock: 0, available_for_pickup: true })
  const member = await createMember(request, 'Visitor')
  await clearSession(page)
  await visit(page, bun.path)
  await page.getByRole('button', { name: 'Tell me when it’s back' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(member.email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(toast(page, 'You’re on the waitlist')).toBeVisible()
  await page.getByRole('button', { name: 'Leave waitlist' }).click()
  await expect(page.getByRole('button', { name: 'Tell me when it’s back' })).toBeVisible()
  expect(await selectRows('waitlist_entries', `user_id=eq.${member.id}&select=user_id`)).toEqual([])
})
