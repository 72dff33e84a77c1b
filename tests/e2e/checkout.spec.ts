/** The checkout, from the basket to a paid order. */
import type { Page } from '@playwright/test'
import { withMilk } from '../declarations.ts'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { addToBasket, expect, goToCheckout, reload, signIn, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { callRpcAs, pickupSlots } from './orders.ts'
import { callRpc, createShop, type ShopFixture, updateRow } from './shop-fixtures.ts'

const mayHavePecan = { ...withMilk, milk: 'free', nuts: 'may_contain', pecan: 'may_contain' }

const pay = (page: Page) => page.getByRole('button', { name: /^Pay £/ })

/** The errors in the summary at the top. */
const summaryErrors = (page: Page) => page.getByRole('region', { name: /^\d+ things? to fix$/ }).getByRole('link')

const part = (page: Page, { shop }: ShopFixture) => page.getByRole('region', { name: shop.name, exact: true })

/** A pickup slot of the selected day. */
const slot = (page: Page, kitchen: ShopFixture, hours: string) =>
  part(page, kitchen).getByRole('radio', { name: hours })

test('A buyer orders from two shops, by delivery and by pickup, retries a declined card, and both sellers see their order', async ({
  page,
  request,
}) => {
  const doorstep = await createShop('Doorstep Bakery')
  const corner = await createShop('Corner Bakery')
  await corner.addPickupWindows()
  const loaf = await doorstep.addProduct(
    {
      name: 'Milk loaf',
      price: 12,
      allergens: withMilk,
      ingredients: 'Milk, poppy seeds',
      available_for_pickup: false,
    },
    { Plain: 0 },
  )
  const bun = await corner.addProduct(
    { name: 'Corner bun', price: 4, lead_time_days: 1, available_for_pickup: true, allergens: mayHavePecan },
    { Plain: 0, Seeded: 1 },
  )
  const buyer = await createMember(request, 'Robin')
  await request.post('/rest/v1/household_people', {
    headers: buyer.headers,
    data: {
      name: 'Mia',
      avoid_contains: ['milk'],
      avoid_traces: ['pecan'],
      avoid_others: ['poppy seed', 'mango'],
    },
  })

  await visit(page, loaf.path)
  await addToBasket(page)
  await visit(page, bun.path)
  await page.getByRole('radio', { name: /Seeded/ }).check()
  await addToBasket(page)
  await page.getByRole('link', { name: 'Basket, 2 items' }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await signIn(page, buyer.email, password)
  await expect(page).toHaveURL('/checkout')
  await expect(part(page, doorstep)).toContainText('Delivery only.')
  await expect(part(page, doorstep)).toContainText('Contains milk.')

  await pay(page).click()
  await expect(summaryErrors(page)).toHaveText([
    'Please choose delivery or pickup from Corner Bakery.',
    'Please choose a delivery address.',
    'Please confirm that you have read the allergens of all items.',
  ])
  await expect(page.getByRole('region', { name: /^\d+ things? to fix$/ })).toBeFocused()
  await expectAccessibleState(page)
  // With the keyboard alone: the summary links to the choice, and the arrow keys select it.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(part(page, corner).getByRole('radio', { name: /^Delivery/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await slot(page, corner, '13:00 to 17:00').focus()
  await page.keyboard.press('Space')
  await expect(part(page, corner)).toContainText(
    /You can cancel until tomorrow at \d\d:\d\d\. Your order shows the pickup address after that, or as soon as it is ready\./,
  )
  await part(page, corner).getByLabel('Note to Corner Bakery (optional)').fill('Please ring twice.')

  const address = page.getByRole('form', { name: 'New address' })
  await expect(address.getByLabel('Full name')).toHaveValue('Robin')
  await address.getByRole('button', { name: 'Save address' }).click()
  await expect(address).toContainText('Please enter a full UK postcode, such as SE1 9SG.')
  await address.getByLabel('Address line 1').fill('1 High Street')
  await address.getByLabel('Town or city').fill('Ely')
  await address.getByLabel('Postcode').fill('cb74dl')
  await address.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByRole('radio', { name: /Robin.*1 High Street.*Ely CB7 4DL/ })).toBeChecked()
  const about = page.getByRole('region', { name: 'Allergens in your order' })
  await expect(about.getByText('Mia avoids milk.')).toBeVisible()
  await expect(about.getByText('Mia avoids pecan.')).toBeVisible()
  await expect(about.getByText('Mia avoids poppy seed.')).toBeVisible()
  await expect(about).toContainText('Could not be checked: mango.')
  await about.getByRole('checkbox').check()
  await expect(summaryErrors(page)).toHaveCount(0)
  await expectAccessible(page)
  await reload(page)
  await expect(about.getByRole('checkbox')).toBeChecked()
  // The bar above the page has its height, so that nothing moves under the pointer.
  await expect(page.getByRole('region', { name: 'Household' })).toContainText('mango')
  await page.waitForLoadState('networkidle')

  // £12.00 for delivery items, £5.00 for pickup items, £3.99 delivery fee.
  await expect(pay(page)).toHaveText('Pay £20.99')
  await pay(page).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('radio', { name: /0002/ }).check()
  await pay(page).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  // A pending checkout holds the items, so /checkout redirects to it.
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Your order is awaiting payment' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Basket, 2 items' })).toBeVisible()
  await expectAccessibleState(page)
  await pay(page).click()
  await expect(page).toHaveURL(/\/pay\//)
  await pay(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Robin' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Basket', exact: true })).toBeVisible()
  const cornerOrder = page
    .getByRole('list', { name: 'Orders' })
    .getByRole('listitem')
    .filter({ hasText: 'Corner Bakery' })
  await expect(cornerOrder).toContainText(
    /The address appears with the order tomorrow at \d\d:\d\d, or as soon as it is ready\./,
  )
  await expectAccessible(page)

  await cornerOrder.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('main')).toContainText('Processing')
  await expect(page.getByRole('main')).toContainText(/In Lerwick ZE1\. The address appears here tomorrow at \d\d:\d\d/)
  await expect(page.getByRole('main')).toContainText('13:00 to 17:00')
  await expectAccessibleState(page)
  const orderPath = new URL(page.url()).pathname
  await visit(page, '/order-history')
  await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessibleState(page)

  // A note may be about an allergy, so the next checkout starts without that of an earlier order.
  await visit(page, bun.path)
  await page.getByRole('radio', { name: /Plain/ }).check()
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page.getByRole('dialog', { name: 'Add Corner bun?' }).getByRole('button', { name: 'Add anyway' }).click()
  await expect(toast(page, 'Added to basket')).toBeVisible()
  await visit(page, '/checkout')
  await expect(part(page, corner).getByLabel('Note to Corner Bakery (optional)')).toHaveValue('')
  await expect(part(page, corner).getByRole('radio', { name: /^Pickup/ })).not.toBeChecked()

  await setSession(page, await signInMember(request, corner.owner.email, password))
  await visit(page, '/seller/orders')
  const sold = page.getByRole('main')
  await expect(sold).toContainText('1 × Corner bun (Seeded)')
  await expect(sold).toContainText('13:00 to 17:00')
  await page.getByRole('link', { name: 'Robin' }).click()
  await expect(sold).toContainText('Please ring twice.')
  await expect(sold).not.toContainText('Milk loaf')
  await expectAccessibleState(page)
  await setSession(page, await signInMember(request, doorstep.owner.email, password))
  await visit(page, '/seller/orders')
  await page.getByRole('link', { name: 'Robin' }).click()
  await expect(page.getByRole('region', { name: /^Order / })).toContainText('1 High StreetEly CB7 4DL')
  await visit(page, orderPath)
  await expect(page.getByRole('heading', { name: 'Order Not Found' })).toBeVisible()
})

test.describe('A refused order', () => {
  test.use({ expectedErrors: [/status of 40[09]/] })

  test('shows its error at the affected section and keeps the buyer’s choices', async ({ page, request }) => {
    const kitchen = await createShop('Busy Bakery')
    await kitchen.addPickupWindows(1)
    const bun = await kitchen.addProduct(
      { name: 'Busy bun', price: 4, stock: 5, available_for_delivery: false, available_for_pickup: true },
      { Plain: 0 },
    )
    const [buyer, quicker] = [await createMember(request, 'Kim'), await createMember(request, 'Lee')]
    await setSession(page, buyer)
    await visit(page, bun.path)
    await addToBasket(page)
    await addToBasket(page)
    await goToCheckout(page)
    const days = part(page, kitchen).getByRole('group', { name: 'Day', exact: true }).getByRole('radio')
    await expect(days.first()).toBeVisible()
    const nextMonth = part(page, kitchen).getByRole('button', { name: 'Next month' })
    if (await nextMonth.isVisible()) await nextMonth.click()
    await days.last().check()
    await slot(page, kitchen, '09:00 to 12:00').check()
    await part(page, kitchen)
      .getByLabel(/^Note to/)
      .fill('Blue ribbon, please.')
    await page.getByRole('checkbox', { name: /I have read/ }).check()
    await expect(pay(page)).toHaveText('Pay £8.00')

    await updateRow('products', bun.id, { price: 4.5 })
    await pay(page).click()
    await expect(summaryErrors(page)).toHaveText(['Prices have changed. This order now costs £9.00.'])
    await expect(pay(page)).toHaveText('Pay £9.00')
    await expect(part(page, kitchen)).toContainText('£4.50 each, £4.00 when you added it.')

    const slots = await pickupSlots(request, quicker, kitchen.shop.id, [bun.id])
    const morning = slots.findLast(({ start_time }) => start_time === '09:00:00')
    await callRpcAs(request, quicker, 'place_order', {
      idempotency_key: crypto.randomUUID(),
      order: {
        allergens_acknowledged: true,
        shops: [
          {
            shop_id: kitchen.shop.id,
            fulfilment: 'pickup',
            pickup: { date: morning?.date, start_time: morning?.start_time, end_time: morning?.end_time },
            items: [{ product_id: bun.id, quantity: 1, variation: 'Plain' }],
          },
        ],
      },
    })
    await pay(page).click()
    await expect(summaryErrors(page).first()).toHaveText('This pickup time is full. Please choose another one.')
    await expect(slot(page, kitchen, '09:00 to 12:00')).toBeDisabled()
    await expectAccessibleState(page)
    await slot(page, kitchen, '13:00 to 17:00').check()

    await updateRow('products', bun.id, { stock: 1 })
    await pay(page).click()
    const unavailable = page.getByRole('region', { name: 'Some items need changing' })
    await expect(unavailable).toContainText('Only 1 × Busy bun left.')
    await expectAccessibleState(page)
    await unavailable.getByRole('button', { name: 'Change to 1' }).click()
    await expect(slot(page, kitchen, '13:00 to 17:00')).toBeChecked()
    await expect(part(page, kitchen).getByLabel(/^Note to/)).toHaveValue('Blue ribbon, please.')
    await pay(page).click()
    await expect(page).toHaveURL(/\/pay\//)

    await page.goto('/cart')
    await expect(page.getByText('An order for £4.50 is awaiting payment.')).toBeVisible()
    await page.getByRole('button', { name: 'Change the order' }).click()
    await expect(page.getByText('is awaiting payment.')).toHaveCount(0)
    await expect(page.getByLabel('Quantity of Busy bun')).toHaveValue('1')
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await pay(page).click()
    await expect(page).toHaveURL(/\/pay\//)
  })
})

test('An unpaid order expires and keeps the basket, and a buyer cannot open unknown orders', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const kitchen = await createShop('Patient Bakery')
  await kitchen.addPickupWindows()
  const bun = await kitchen.addProduct(
    { name: 'Patient bun', available_for_delivery: false, available_for_pickup: true },
    { Plain: 0 },
  )
  await setSession(page, await createMember(request, 'Jo'))
  await visit(page, bun.path)
  await addToBasket(page)
  await visit(page, '/checkout')
  await slot(page, kitchen, '13:00 to 17:00').check()
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await pay(page).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.goto('/checkout')
  await expect(page).toHaveURL(/\/checkout\/[\da-f-]{36}$/)
  const checkoutId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await visit(page, `/checkout/${checkoutId}?payment=done`)
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
  await updateRow('checkouts', checkoutId, { expires_at: '2020-01-01T00:00:00Z' })
  await callRpc('expire_checkouts')
  await expect(page.getByRole('heading', { name: 'This order has expired' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to your basket' }).click()
  await expect(page.getByLabel('Quantity of Patient bun')).toHaveValue('1')
  for (const path of ['/checkout/nothing', `/order/${crypto.randomUUID()}`]) {
    await visit(page, path)
    await expect(page.getByRole('heading', { name: 'Order Not Found' })).toBeVisible()
  }
})

test('A tick of the allergens is kept, however early the buyer presses the checkbox', {
  tag: ['@desktop', '@long'],
}, async ({ page, request }) => {
  const kitchen = await createShop('Early Bakery')
  const loaf = await kitchen.addProduct({ name: 'Early loaf', price: 12, allergens: withMilk })
  const buyer = await createMember(request, 'Robin')
  for (const address_line1 of ['1 High Street', '2 High Street', '3 High Street', '4 High Street', '5 High Street'])
    await request.post('/rest/v1/user_addresses', {
      headers: buyer.headers,
      data: { full_name: 'Robin', address_line1, city: 'Ely', postal_code: 'CB7 4DL' },
    })
  await setSession(page, buyer)
  await visit(page, loaf.path)
  await addToBasket(page)
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/rest/v1/user_addresses*', async (route) => {
    const response = await route.fetch()
    await arrival
    await route.fulfill({ response })
  })
  await visit(page, '/checkout')
  const allergens = page.getByRole('region', { name: 'Allergens in your order' })
  const tick = allergens.getByRole('checkbox')
  const press = async () => {
    await tick.hover()
    await page.mouse.down()
  }

  await expect(allergens).toContainText('Milk')
  const isOffered = await tick.isVisible()
  if (isOffered) await press()
  arrive()
  await expect(page.getByText('5 High Street')).toBeVisible()
  if (!isOffered) await press()
  await page.mouse.up()
  await expect(tick).toBeChecked()
})
