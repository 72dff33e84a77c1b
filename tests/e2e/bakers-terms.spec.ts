/** A baker sets up delivery days, a Christmas box, a cake with options and her terms; buyers find, order and pay for each. */
import type { Browser, Page } from '@playwright/test'
import { placeCookieName, writePlaceCookie } from '#domain/locations/chosen-place'
import { addDays, dateWithYear, dayOfWeek, londonTime, longDate } from '#domain/values/calendar'
import { conversation } from './conversations.ts'
import { addToBasket, expect, goToCheckout, openDay, test, toast, visit } from './fixtures.ts'
import { createMember, type Member, password, setSession, signInMember } from './members.ts'
import { createShop, remotePlace } from './shop-fixtures.ts'

const { date: today } = londonTime(new Date())
/** At least four days ahead, so that the cake can still be cancelled for 48 hours. */
const saturday = addDays(today, 4 + ((6 - dayOfWeek(addDays(today, 4)) + 7) % 7))
const christmas = [0, 1]
  .map((years) => `${Number(today.slice(0, 4)) + years}-12-23`)
  .find((day) => day > addDays(today, 3))
const boxDay = christmas ?? ''
const weddingDay = addDays(today, 20)
/** Unique, because the search finds the products of other runs too. */
const bakery = `Saturday Terms ${Date.now() % 1_000_000}`

async function openAs(browser: Browser, page: Page, member: Member, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: page.viewportSize() })
  const place = { lat: remotePlace.lat, lon: remotePlace.lon, label: 'Lerwick, Shetland Islands', radiusMiles: 10 }
  await context.addCookies([{ name: placeCookieName, value: writePlaceCookie(place), url: baseURL ?? '' }])
  const opened = await context.newPage()
  await setSession(opened, member)
  return opened
}

async function payFor(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page.getByRole('link', { name: 'See the order' }).click()
}

async function setDaysAndTerms(page: Page): Promise<void> {
  await visit(page, '/seller/shop-settings')
  const delivery = page.getByRole('region', { name: 'Delivery Schedule' })
  for (const [start, end] of [
    ['10:00', '12:00'],
    ['14:00', '16:00'],
  ] as const) {
    await delivery.getByRole('button', { name: 'Sat', exact: true }).click()
    await delivery.getByLabel('Start time').fill(start)
    await delivery.getByLabel('End time').fill(end)
    await delivery.getByLabel('Maximum orders').fill('6')
    await delivery.getByRole('button', { name: 'Add Delivery Schedule' }).click()
    await expect(delivery.getByRole('listitem').filter({ hasText: `${start} to ${end}(Max 6 orders)` })).toBeVisible()
  }
  await page.getByLabel('Buyers can book').selectOption('A year ahead')
  await page.getByRole('button', { name: 'Save booking rules' }).click()
  await expect(toast(page, 'Booking rules saved')).toBeVisible()

  await page.getByRole('link', { name: 'Set delivery terms' }).click()
  await page.getByRole('radio', { name: /^By distance/ }).check()
  await page.getByLabel('Up to (miles)').fill('5')
  await page.getByLabel('Fee (£)').fill('4')
  await page.getByLabel('Free from (£)').fill('40')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Delivery terms saved')).toBeVisible()

  await page.getByRole('link', { name: 'Back to shop settings' }).click()
  await page.getByRole('link', { name: 'Change terms' }).click()
  await page.getByRole('radio', { name: /^My own terms/ }).check()
  await page.getByRole('textbox', { name: 'Hours before pickup or delivery' }).fill('48')
  await page.getByRole('button', { name: 'Save terms' }).click()
  await expect(toast(page, 'Cancellation terms saved')).toBeVisible()
}

async function declareFree(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mark the rest as “free from”' }).click()
}

async function addCake(page: Page): Promise<void> {
  await visit(page, '/seller/create-product')
  await page.getByLabel('Product Name').fill('Honey cake')
  await page.getByLabel('Price (£)').first().fill('20')
  await page.getByLabel('Stock').fill('9')
  for (const [index, [size, change]] of [
    ['6 inch', '0'],
    ['8 inch', '9.50'],
    ['10 inch', '18'],
  ].entries()) {
    await page.getByRole('button', { name: 'Add variation' }).click()
    await page.getByLabel(`Name of variation ${index + 1}`).fill(size ?? '')
    await page.getByLabel(`Price +/− of variation ${index + 1}`).fill(change ?? '')
  }
  await page.getByRole('button', { name: 'Add group of choices' }).click()
  await page.getByLabel('Name of group 1', { exact: true }).fill('Topping')
  await page.getByLabel('Name of choice 1 of group 1').fill('Walnuts')
  await page.getByRole('button', { name: 'Allergens of choice 1 of group 1' }).click()
  await page.getByRole('group', { name: 'It contains' }).getByLabel('Walnut').check()
  await page.getByRole('button', { name: 'Add choice' }).click()
  await page.getByLabel('Name of choice 2 of group 1').fill('Cherries')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByLabel('Question 1', { exact: true }).fill('Message')
  const questions = page.getByRole('group', { name: 'Questions' })
  await questions.getByLabel('Characters').fill('30')
  await questions.getByLabel('Price (£)').fill('2')
  await declareFree(page)
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(toast(page, 'Product created!')).toBeVisible()
}

async function addChristmasBox(page: Page): Promise<void> {
  await visit(page, '/seller/create-product')
  await page.getByLabel('Product Name').fill('Christmas box')
  await page.getByLabel('Price (£)').first().fill('30')
  await page.getByRole('switch', { name: 'Made to order' }).check()
  await declareFree(page)
  await page.getByLabel('Available for delivery').uncheck()
  await page.getByLabel('Available for pickup').check()
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(toast(page, 'Product created!')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Christmas box' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  const pickup = dialog.getByRole('region', { name: 'Product Pickup Schedule' })
  await pickup.getByLabel('Only on one date').check()
  await pickup.getByLabel('Date', { exact: true }).fill(boxDay)
  await pickup.getByLabel('Start time').fill('09:00')
  await pickup.getByLabel('End time').fill('18:00')
  await pickup.getByRole('button', { name: 'Add Pickup Schedule' }).click()
  await expect(pickup.getByRole('list', { name: 'Pickup schedules' })).toContainText(dateWithYear(boxDay))
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()

  await visit(page, '/seller/shop-settings')
  const limits = page.getByRole('region', { name: 'Limits a day' })
  await limits.getByLabel('What').selectOption('Christmas box')
  await limits.getByLabel('When').selectOption('One date')
  await limits.getByLabel('Date', { exact: true }).fill(boxDay)
  await limits.getByLabel('At most').fill('30')
  await limits.getByRole('button', { name: 'Add limit' }).click()
  await expect(limits.getByText(`${dateWithYear(boxDay)}: at most 30 of Christmas box`)).toBeVisible()
}

async function addWeddingCake(page: Page): Promise<void> {
  await visit(page, '/seller/create-product')
  await page.getByLabel('Product Name').fill('Wedding cake')
  await page.getByLabel('Bespoke').check()
  await page.getByLabel('Minimum price (£)').fill('80')
  await page.getByLabel('Maximum price (£)').fill('200')
  await declareFree(page)
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(toast(page, 'Product created!')).toBeVisible()
}

/** Finds a product of the shop as a visitor of its town would. */
async function find(page: Page, name: string): Promise<void> {
  await visit(page, '/')
  const box = page.getByRole('combobox', { name: 'Search homemade food' })
  await box.fill(name)
  await box.press('Enter')
  await page.getByRole('article').filter({ hasText: bakery }).getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function orderCake(page: Page): Promise<void> {
  await find(page, 'Honey cake')
  const facts = page.getByRole('list', { name: 'Good to know' })
  await expect(facts).toContainText('Delivered to Lerwick for £4.00, free from £40')
  const buy = page.getByRole('region', { name: 'Buy' })
  await page.getByRole('radio', { name: '8 inch' }).check()
  await page.getByRole('radio', { name: 'Walnuts' }).check()
  await expect(buy).toContainText('Contains walnut.')
  await page.getByLabel('Message (optional, +£2.00)').fill('Happy birthday, dearest cousin Ann')
  await expect(page.getByLabel('Message (optional, +£2.00)')).toHaveValue('Happy birthday, dearest cousin')
  await addToBasket(page)
  await goToCheckout(page)
  const part = page.getByRole('region', { name: bakery, exact: true })
  await openDay(part, longDate(saturday))
  await part.getByRole('radio', { name: '14:00 to 16:00' }).check()
  const address = page.getByRole('form', { name: 'New address' })
  await address.getByLabel('Address line 1').fill('1 Harbour Street')
  await address.getByLabel('Town or city').fill('Lerwick')
  await address.getByLabel('Postcode').fill('ZE1 0AA')
  // What is chosen while the address is being saved is kept.
  await page.route('**/rest/v1/user_addresses*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  await address.getByRole('button', { name: 'Save address' }).click()
  await part.getByRole('radio', { name: '10:00 to 12:00' }).check()
  await part.getByRole('radio', { name: '14:00 to 16:00' }).check()
  await page.getByLabel('Note to', { exact: false }).fill('Ring twice')
  await expect(part).toContainText('Delivery to your address: £4.00. Free from £40: £8.50 to go.')
  await expect(part).toContainText(
    `You can cancel for a full refund until ${longDate(addDays(saturday, -2))} at 14:00.`,
  )
  await expect(page.getByRole('region', { name: 'Allergens in your order' })).toContainText(/walnut/i)
  await expect(page.getByLabel('Note to', { exact: false })).toHaveValue('Ring twice')
  await page.unroute('**/rest/v1/user_addresses*')
  await expect(page.getByRole('button', { name: 'Pay £35.50' })).toBeVisible()
  await payFor(page)
  const main = page.getByRole('main')
  await expect(main).toContainText(`It will be delivered on ${longDate(saturday)}, 14:00 to 16:00.`)
  await expect(main).toContainText('Ring twice')
  await expect(main).toContainText('Topping: Walnuts')
  await expect(main).toContainText('Contains walnut.')
}

async function orderChristmasBox(page: Page): Promise<void> {
  await find(page, 'Christmas box')
  await addToBasket(page)
  await goToCheckout(page)
  const part = page.getByRole('region', { name: bakery, exact: true })
  await expect(part.getByRole('radio', { name: longDate(boxDay), exact: true })).toBeChecked()
  await part.getByRole('radio', { name: '09:00 to 18:00' }).check()
  await payFor(page)
  await expect(page.getByRole('main')).toContainText(`${longDate(boxDay)}, 09:00 to 18:00`)
}

async function askForWeddingCake(page: Page): Promise<string> {
  await find(page, 'Wedding cake')
  await page.getByRole('button', { name: 'Request a consultation' }).click()
  const brief = page.getByRole('dialog')
  await brief.getByLabel('What would you like?').fill('Two tiers, lemon')
  await brief.getByLabel('For which day?').fill(weddingDay)
  await brief.getByRole('button', { name: 'Send to the seller' }).click()
  await expect(page).toHaveURL(/\/messages\?room=/)
  return new URL(page.url()).search
}

async function quoteWithDeposit(page: Page, search: string): Promise<void> {
  await visit(page, `/messages${search}`)
  await conversation(page).getByRole('button', { name: 'Quote a price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quote a price' })
  await dialog.getByLabel('Price in £').fill('100')
  await dialog.getByLabel('Deposit').fill('30%')
  await dialog.getByLabel('Balance due by').fill(addDays(weddingDay, -5))
  await dialog.getByRole('button', { name: 'Send quote' }).click()
  await expect(dialog).toBeHidden()
}

async function acceptWithDeposit(page: Page, search: string): Promise<void> {
  await visit(page, `/messages${search}`)
  await conversation(page).getByRole('link', { name: 'Accept and pay the deposit' }).click()
  await expect(page.getByText('Delivery to your address: free.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay £30.00' })).toBeVisible()
  await payFor(page)
  await expect(page.getByRole('main')).toContainText(`It will be delivered on ${longDate(weddingDay)}.`)
}

async function payBalance(page: Page): Promise<void> {
  const balance = page.getByRole('region', { name: 'Balance' })
  await expect(balance).toContainText(`The balance of £70.00 is due by ${longDate(addDays(weddingDay, -5))}`)
  await balance.getByRole('button', { name: 'Pay £70.00' }).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: /^Pay £70/ }).click()
  await expect(page.getByText('Balance, paid').first()).toBeVisible({ timeout: 25_000 })
}

async function expectOnPrepSheet(page: Page, day: string, texts: readonly string[]): Promise<void> {
  await visit(page, `/seller/orders/prep?day=${day}`)
  for (const text of texts) await expect(page.getByRole('main')).toContainText(text)
}

async function expectInCalendar(page: Page, day: string, text: string): Promise<void> {
  await visit(page, `/seller/calendar?view=day&day=${day}`)
  await expect(page.getByRole('region', { name: longDate(day) }).getByRole('list', { name: 'Orders' })).toContainText(
    text,
  )
}

test('A baker sets up her terms, and buyers find, order and pay for what she offers', { tag: '@desktop' }, async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  test.setTimeout(120_000)
  const kitchen = await createShop(bakery)
  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await test.step('The baker sets delivery days, fees and cancellation terms', () => setDaysAndTerms(page))
  await test.step('The baker adds a cake with sizes, toppings and a message', () => addCake(page))
  await test.step('The baker adds a box for 23 December, at most thirty', () => addChristmasBox(page))
  await test.step('The baker adds a bespoke cake', () => addWeddingCake(page))

  const robin = await openAs(browser, page, await createMember(request, 'Robin'), baseURL)
  await test.step('A buyer orders the cake, is warned of the walnuts, and pays', () => orderCake(robin))
  await test.step('A buyer orders the box and pays', () => orderChristmasBox(robin))
  const search = await test.step('A buyer asks for a wedding cake', () => askForWeddingCake(robin))
  await test.step('The baker quotes with a deposit of 30 %', () => quoteWithDeposit(page, search))
  await test.step('The buyer pays the deposit', () => acceptWithDeposit(robin, search))
  await test.step('The buyer pays the balance', () => payBalance(robin))
  await robin.context().close()

  await test.step('The prep sheet shows each on its day', async () => {
    await expectOnPrepSheet(page, saturday, [
      'Honey cake',
      '8 inch',
      'Topping: Walnuts',
      'Contains walnut',
      'Happy birthday',
      '14:00',
    ])
    await expectOnPrepSheet(page, boxDay, ['Christmas box', '09:00'])
    await expectOnPrepSheet(page, weddingDay, ['Wedding cake', 'Two tiers, lemon'])
  })
  await test.step('The calendar shows each on its day', async () => {
    await expectInCalendar(page, saturday, 'Honey cake')
    await expectInCalendar(page, boxDay, 'Christmas box')
    await expectInCalendar(page, weddingDay, 'Wedding cake')
  })
})
