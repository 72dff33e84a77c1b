/** A subscription, from the seller's product to the buyer who pays an order, skips the next and cancels. */
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { makeOrderDue } from './due-subscription.ts'
import { expect, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { createShop, insertRows, updateRow } from './shop-fixtures.ts'

test('A buyer subscribes, pays the order that the job creates, skips the next one and cancels', {
  tag: '@phone',
}, async ({ page, request }) => {
  const bakery = await createShop('Weekly Bakery')
  await bakery.addPickupWindows()
  const bread = await bakery.addProduct({
    name: 'Weekly sourdough',
    price: 4,
    stock: 50,
    lead_time_days: 1,
    ingredients: 'Rice flour, water, salt',
    available_for_pickup: true,
    available_for_delivery: false,
  })

  await setSession(page, await signInMember(request, bakery.owner.email, password))
  await visit(page, `/seller/products/${bread.id}/edit`)
  await page.getByRole('switch', { name: 'Subscriptions' }).check()
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect(page).toHaveURL(/\/seller\/products$/)
  await visit(page, '/seller/subscriptions')
  await expect(page.getByRole('heading', { name: 'No subscribers yet' })).toBeVisible()

  const buyer = await createMember(request, 'Wilma')
  await setSession(page, buyer)
  await visit(page, '/subscriptions')
  await expect(page.getByRole('heading', { name: 'No subscriptions yet' })).toBeVisible()
  await visit(page, bread.path)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Weekly sourdough' })
  await expect(dialog).toContainText('£4.00 for each order of 1 × Weekly sourdough')
  await expect(dialog).toContainText('Ingredients: Rice flour, water, salt')
  await dialog.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(dialog).toContainText('£8.00 for each order of 2 × Weekly sourdough')
  await dialog.getByLabel('First pickup').selectOption({ index: 1 })
  await expect(dialog.getByRole('button', { name: 'Subscribe' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /I agree to recurring orders of £8\.00/ }).check()
  await expectAccessibleState(page)
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await page
    .getByRole('dialog', { name: 'You are subscribed' })
    .getByRole('link', { name: 'See your subscriptions' })
    .click()

  const card = page.getByRole('article', { name: '2 × Weekly sourdough' })
  await expect(card).toContainText('£8.00 an order')
  await expect(card).toContainText(/Every \w+, \d\d:\d\d to \d\d:\d\d/)
  await expectAccessible(page)

  await makeOrderDue(bakery.shop.id)
  await expect(async () => {
    await visit(page, '/subscriptions')
    await expect(card).toContainText('awaits payment', { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await card.getByRole('link', { name: /^Pay £8\.00 for Weekly sourdough on/ }).click()
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: /^Pay £8\.00/ }).click()
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()

  await visit(page, '/subscriptions')
  await expect(card.getByRole('list', { name: 'Latest days' })).toContainText(': paid')
  const next = await card.getByRole('strong').first().textContent()
  await card.getByRole('button', { name: `Skip this one: Weekly sourdough on ${next}` }).click()
  await expect(card).toContainText(`You skip ${next}.`)
  await card.getByRole('button', { name: 'Undo skipping Weekly sourdough' }).click()
  await expect(card).not.toContainText('You skip')
  await card.getByRole('button', { name: 'Pause Weekly sourdough' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(card).toContainText('Paused')
  await card.getByRole('button', { name: 'Resume Weekly sourdough' }).click()
  await expect(card).not.toContainText('Paused')
  await card.getByRole('button', { name: 'Change Weekly sourdough' }).click()
  const change = page.getByRole('dialog', { name: 'Change your subscription' })
  await change.getByLabel('How often').selectOption('2')
  await expectAccessibleState(page)
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Every second')

  await setSession(page, await signInMember(request, bakery.owner.email, password))
  await visit(page, '/seller/subscriptions')
  await expect(page.getByRole('main')).toContainText('Wilma: 2 × Weekly sourdough')
  await expect(page.getByRole('region', { name: 'Coming from subscriptions' })).toContainText(
    '2 × Weekly sourdough for 1 subscriber',
  )
  await expectAccessible(page)

  await setSession(page, await signInMember(request, buyer.email, password))
  await visit(page, '/subscriptions')
  await card.getByRole('button', { name: 'Cancel subscription to Weekly sourdough' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(toast(page, 'Subscription cancelled')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ended' })).toContainText('You cancelled it.')
})

test('A seller raises a price, and ends a subscription with a message that its buyer reads', {
  tag: ['@phone', '@long'],
}, async ({ page, request }) => {
  const bakery = await createShop('Changing Bakery')
  await bakery.addPickupWindows()
  const bread = await bakery.addProduct({
    name: 'Changing rye',
    price: 4,
    stock: 50,
    available_for_pickup: true,
    is_subscribable: true,
  })
  const buyer = await createMember(request, 'Xena')
  await setSession(page, buyer)
  await visit(page, bread.path)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Changing rye' })
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('dialog', { name: 'You are subscribed' })).toBeVisible()
  await updateRow('products', bread.id, { price: 5 })
  await visit(page, '/subscriptions')
  const card = page.getByRole('article', { name: '1 × Changing rye' })
  await expect(card).toContainText('One now costs £5.00 instead of £4.00.')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(card).toContainText('£5.00 an order')
  await expect(card).not.toContainText('has changed')

  await setSession(page, await signInMember(request, bakery.owner.email, password))
  await visit(page, '/seller/subscriptions')
  await page.getByRole('button', { name: 'End the subscription of Xena' }).click()
  const ending = page.getByRole('dialog')
  await ending.getByLabel('Message to the buyer (optional)').fill('I am moving away.')
  await expectAccessible(page)
  await ending.getByRole('button', { name: 'End subscription' }).click()
  await expect(toast(page, 'Subscription ended')).toBeVisible()

  await setSession(page, await signInMember(request, buyer.email, password))
  await visit(page, '/subscriptions')
  await expect(page.getByRole('region', { name: 'Ended' })).toContainText(
    'Changing Bakery has ended it. “I am moving away.”',
  )
})

test('A buyer whose household avoids milk is warned before subscribing, and confirms it', {
  tag: ['@phone', '@long'],
}, async ({ page, request }) => {
  const bakery = await createShop('Milky Bakery')
  await bakery.addPickupWindows()
  const allergens = Object.fromEntries(
    ['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs', 'mustard', 'nuts', 'peanuts']
      .concat('sesame', 'soya', 'sulphites')
      .map((name) => [name, name === 'milk' ? 'contains' : 'free']),
  )
  const values = { name: 'Milk loaf', allergens, available_for_pickup: true, is_subscribable: true }
  const { path } = await bakery.addProduct(values)
  const member = await createMember(request, 'Yana')
  const mia = { user_id: member.id, id: crypto.randomUUID(), name: 'Mia', avoid_traces: ['milk'] }
  await insertRows('household_people', [mia])
  await setSession(page, member)
  await visit(page, path)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Milk loaf' })
  await expect(dialog.getByRole('alert')).toContainText('This does not fit your household.')
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await expect(dialog.getByRole('button', { name: 'Subscribe' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /does not fit/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('dialog', { name: 'You are subscribed' })).toBeVisible()
})
