/** A shop's own delivery terms, from the seller's settings to the order that pays them. */
import type { APIRequestContext, Page } from '@playwright/test'
import { placeCookieName, writePlaceCookie } from '#domain/locations/chosen-place'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { addToBasket, expect, reload, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { createShop, remotePlace, type ShopFixture } from './shop-fixtures.ts'

/** The shopper is in the town of the test shops. */
async function shopInLerwick(page: Page, url: string): Promise<void> {
  const place = { lat: remotePlace.lat, lon: remotePlace.lon, label: 'Lerwick, Shetland Islands', radiusMiles: 10 }
  await page.context().addCookies([{ name: placeCookieName, value: writePlaceCookie(place), url }])
}

const bands = [
  { miles: 2, fee: 3 },
  { miles: 5, fee: 4.5 },
]
async function setTerms(request: APIRequestContext, { shop, owner }: ShopFixture): Promise<void> {
  const { headers } = await signInMember(request, owner.email, password)
  const terms = { shop_id: shop.id, basis: 'distance', zones: bands, free_from: 40, minimum_order: 15 }
  expect((await request.post('/rest/v1/shop_delivery_terms', { headers, data: terms })).status()).toBe(201)
}

test('A seller sets fees by distance, and shoppers read what delivery to their place costs', { tag: '@long' }, async ({
  page,
  request,
  siteUrl,
}) => {
  const ferry = await createShop('Ferry Bakery')
  const bun = await ferry.addProduct({ name: 'Ferrymans bun', price: 10, stock: 50 }, { Plain: 0 })
  await shopInLerwick(page, siteUrl)
  await visit(page, bun.path)
  const facts = page.getByRole('list', { name: 'Good to know' })
  await expect(facts).toContainText('Delivered to Lerwick for £3.99, free over £50')

  await setSession(page, await signInMember(request, ferry.owner.email, password))
  await visit(page, '/seller/shop-settings')
  await page.getByRole('link', { name: 'Set delivery terms' }).click()
  await page.getByRole('radio', { name: /^By distance/ }).check()
  await page.getByLabel('Up to (miles)').fill('2')
  await page.getByRole('button', { name: 'Add distance' }).click()
  await page.getByLabel('Up to (miles)').nth(1).fill('1')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Each distance must be longer than the one before.')).toBeVisible()
  await page.getByLabel('Up to (miles)').nth(1).fill('5')
  await page.getByLabel('Fee (£)').nth(0).fill('3')
  await page.getByLabel('Fee (£)').nth(1).fill('4.50')
  await page.getByLabel('Free from (£)').fill('40')
  await page.getByLabel('Minimum order (£)').fill('15')
  await expect(page.getByText('A £30 order to Lerwick (0 miles) pays £3.00.')).toBeVisible()
  await page.getByLabel('To town or postcode').fill('SE1')
  await expect(page.getByText(/^A £30 order to SE1 \(\d+(\.\d)? miles\) is not delivered\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Delivery terms saved')).toBeVisible()
  await reload(page)
  await expect(page.getByLabel('Fee (£)').nth(1)).toHaveValue('4.50')

  await visit(page, bun.path)
  await expect(facts).toContainText('Delivered to Lerwick for £3.00, free from £40, minimum order £15')
  await visit(page, '/search?q=ferrymans+bun')
  await expect(page.getByRole('article').first()).toContainText('Delivers to Lerwick from £3.00')
})

test('A buyer learns the fee, the minimum and the range before paying, and what to do instead', async ({
  page,
  request,
  siteUrl,
  expectedErrors,
}) => {
  // The test geocoder does not know these postcodes. Their town and district are used instead.
  expectedErrors.push(/404/)
  const ferry = await createShop('Ferry Bakery')
  await setTerms(request, ferry)
  await ferry.addPickupWindows()
  const bun = await ferry.addProduct(
    { name: 'Ferrymans bun', price: 10, stock: 50, available_for_pickup: true },
    { Plain: 0 },
  )
  const buyer = await createMember(request, 'Robin')
  await setSession(page, await signInMember(request, buyer.email, password))
  await shopInLerwick(page, siteUrl)
  await visit(page, bun.path)
  await addToBasket(page)
  await visit(page, '/cart')
  const main = page.getByRole('main')
  await expect(main).toContainText('Ferry Bakery delivers orders from £15.00. Please add £5.00 more.')
  await page.getByRole('button', { name: /^(Increase|More|Add one)/ }).click()
  await expect(main).toContainText('Delivery to Lerwick: £3.00. Free from £40: £20.00 to go.')
  await expect(main).toContainText('Subtotal£20.00Delivery£3.00Total£23.00')

  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  const part = page.getByRole('region', { name: 'Ferry Bakery', exact: true })
  await part.getByRole('radio', { name: /^Delivery/ }).check()
  await expect(part).toContainText('DeliveryDepends on your address')
  const address = page.getByRole('form', { name: 'New address' })
  await address.getByLabel('Address line 1').fill('1 High Street')
  await address.getByLabel('Town or city').fill('Lerwick')
  await address.getByLabel('Postcode').fill('SE1 9SG')
  await address.getByRole('button', { name: 'Save address' }).click()
  await expect(address).toContainText(/SE1 is in London, about \d+ miles from Lerwick\. Please check/)
  await address.getByLabel('Town or city').fill('London')
  await address.getByRole('button', { name: 'Save address' }).click()

  // The chosen address is too far away, which the page says at once.
  await expect(part).toContainText(/Ferry Bakery delivers up to 5 miles, and your address is \d+(\.\d)? miles away\./)
  await expectAccessibleState(page)
  await page.getByRole('region', { name: 'Allergens in your order' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByRole('region', { name: '1 thing to fix' })).toContainText(
    'Ferry Bakery delivers up to 5 miles',
  )
  await part.getByRole('button', { name: 'Pick up instead' }).click()
  await expect(part.getByRole('radio', { name: /^Pickup/ })).toBeChecked()
  await expect(part).not.toContainText('delivers up to')

  await part.getByRole('radio', { name: /^Delivery/ }).check()
  await part.getByRole('button', { name: 'Choose another address' }).click()
  await expect(page.getByRole('radio', { name: /1 High Street/ })).toBeFocused()
  await page.getByRole('button', { name: 'Add New Address' }).click()
  await address.getByLabel('Address line 1').fill('2 Harbour Street')
  await address.getByLabel('Town or city').fill('Lerwick')
  await address.getByLabel('Postcode').fill('ZE1 0AA')
  await address.getByRole('button', { name: 'Save address' }).click()
  await expect(part).toContainText('Delivery to your address: £3.00. Free from £40: £20.00 to go.')
  await page.getByRole('button', { name: 'Pay £23.00' }).click()
  await expect(page).toHaveURL(/\/pay\//)
})
