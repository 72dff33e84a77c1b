import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, isPhone, reload, test, toast, visit } from './fixtures.ts'

const london = { latitude: 51.50735, longitude: -0.12776 }

/** Opens the place picker, from the menu on phones and from the header on wider screens. */
async function openPicker(page: Page): Promise<Locator> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Change Location' }).click()
  } else {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Location: / })
      .click()
  }
  const picker = page.getByRole('dialog', { name: 'Where are you?' })
  await expect(picker).toBeVisible()
  await expect(picker.getByRole('button', { name: /^Your location: / })).toBeVisible()
  return picker
}

/** Checks the place and the radius that the page shows. */
async function expectPlace(page: Page, label: string, radius: string): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Menu' }).click()
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    await expect(sheet.getByRole('region', { name: 'Location' })).toContainText(label)
    await expect(sheet.getByText(`within ${radius}`)).toBeVisible()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
  } else {
    const button = page.getByRole('banner').getByRole('button', { name: /^Location: / })
    await expect(button).toHaveText(`Location: ${label}, within ${radius}`)
  }
}

test('A visitor chooses a town, and the next HTML and a reload show it', { tag: '@both' }, async ({ page }) => {
  await visit(page, '/faq')
  await expectPlace(page, 'Southwark, London SE1', '10 miles')
  const picker = await openPicker(page)
  const field = picker.getByRole('combobox', { name: 'Town or postcode' })
  await expect(field).toHaveValue('Southwark, London SE1')
  await field.fill('st. albans')
  await expect(page.getByRole('option').first()).toHaveText(/^St Albans\s+Hertfordshire$/)
  await expectAccessibleState(page)
  await page.getByRole('option').first().click()
  await expect(field).toHaveValue('St Albans, Hertfordshire')
  await picker.getByRole('slider', { name: 'Search radius' }).fill('25')
  await expect(picker.getByText('25 miles around St Albans, Hertfordshire')).toBeVisible()
  await expect(picker.getByRole('link', { name: 'GeoNames' })).toBeVisible()
  await expectAccessible(page)
  await picker.getByRole('button', { name: 'Save' }).click()
  await expect(picker).toBeHidden()
  await expect(toast(page, 'Location updated')).toBeVisible()
  await expectPlace(page, 'St Albans, Hertfordshire', '25 miles')

  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'tuckbox-place')
  expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false })
  expect(JSON.parse(decodeURIComponent(cookie?.value ?? ''))).toEqual({
    lat: 51.75,
    lon: -0.33,
    label: 'St Albans, Hertfordshire',
    radiusMiles: 25,
  })
  const first = await page.request.get('/', { headers: { cookie: `tuckbox-place=${cookie?.value}` } })
  expect(await first.text()).toContain('St Albans, Hertfordshire')
  expect(first.headers()).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Cookie' })

  await reload(page)
  await expectPlace(page, 'St Albans, Hertfordshire', '25 miles')

  // Another tab resets the place. This tab follows when it becomes visible.
  const other = await page.context().newPage()
  await visit(other, '/faq')
  await (await openPicker(other)).getByRole('button', { name: 'Reset to default' }).click()
  await expect(toast(other, 'Location reset')).toBeVisible()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expectPlace(page, 'Southwark, London SE1', '10 miles')
})

test.describe('A postcode', () => {
  // The browser logs each 404 to the console.
  test.use({ expectedErrors: [/404/] })

  test('is looked up by the server, with an error if it does not exist', { tag: '@long' }, async ({ page }) => {
    await visit(page, '/')
    const picker = await openPicker(page)
    const field = picker.getByRole('combobox', { name: 'Town or postcode' })
    await field.fill('zz9 9zz')
    await page.getByRole('option', { name: 'Look up ZZ9 9ZZ' }).click()
    await expect(picker.getByText('We couldn’t find ZZ9 9ZZ. Please check it, or enter your town.')).toBeVisible()
    await field.fill('cb74dl')
    await page.getByRole('option', { name: 'Look up CB7 4DL' }).click()
    await expect(field).toHaveValue('East Cambridgeshire CB7')
    await picker.getByRole('button', { name: 'Save' }).click()
    await expectPlace(page, 'East Cambridgeshire CB7', '10 miles')
  })
})

test('The first tap on Save counts while the keyboard is up and the suggestions are open', {
  tag: ['@phone', '@long'],
}, async ({ page }) => {
  await visit(page, '/')
  const picker = await openPicker(page)
  // What a phone's keyboard leaves of the window.
  await page.setViewportSize({ width: 390, height: 480 })
  await picker.getByRole('combobox', { name: 'Town or postcode' }).fill('Bri')
  await expect(page.getByRole('option').first()).toContainText('Bristol')
  // By position, as a finger does. The open list hides the button from roles.
  const save = await picker.locator('button[type=submit]').boundingBox()
  expect(save).not.toBeNull()
  if (save) await page.touchscreen.tap(save.x + save.width / 2, save.y + save.height / 2)
  await expect(picker).toBeHidden()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Bristol')
})

test('An unknown town or partial postcode shows an error and cannot be saved', { tag: '@long' }, async ({ page }) => {
  await visit(page, '/')
  const picker = await openPicker(page)
  const field = picker.getByRole('combobox', { name: 'Town or postcode' })
  for (const [typed, error] of [
    ['Atlantis', 'We couldn’t find a town of that name. Please check the spelling, or move the pin on the map.'],
    ['LS1', 'Please enter the full postcode, such as SE1 9SG.'],
    ['%_\'"<>', 'We couldn’t find a town of that name. Please check the spelling, or move the pin on the map.'],
  ] as const) {
    await field.fill(typed)
    await expect(picker.getByText(error)).toBeVisible()
    await picker.getByRole('button', { name: 'Save' }).click()
    await expect(picker).toBeVisible()
  }
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  // Typed text without a choice saves the first suggestion.
  await field.fill("king's ly")
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker, 'Escape closes the list first').toBeVisible()
  await picker.getByRole('button', { name: 'Save' }).click()
  await expectPlace(page, "King's Lynn, Norfolk", '10 miles')
})

// Phones have no hardware keyboard.
test('A visitor chooses a town and a radius and moves the pin with the keyboard alone', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  await visit(page, '/')
  const button = page.getByRole('banner').getByRole('button', { name: /^Location: / })
  await button.focus()
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Where are you?' })
  const field = picker.getByRole('combobox', { name: 'Town or postcode' })
  await expect(field).toBeFocused()
  await page.keyboard.type('newport')
  await expect(page.getByRole('option').first()).toContainText('Wales')
  await page.keyboard.press('ArrowDown')
  const second = await page.getByRole('option').nth(1).innerText()
  await page.keyboard.press('Enter')
  await expect(picker, 'Enter in the list does not send the form').toBeVisible()
  await expect(field).toHaveValue(/^Newport, /)
  expect(second).toContain('Newport')

  await field.fill('ely')
  await expect(page.getByRole('option').first()).toContainText('Cambridgeshire')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Ely, Cambridgeshire')
  const slider = picker.getByRole('slider', { name: 'Search radius' })
  // Past the six things to avoid.
  for (let n = 0; n < 7; n += 1) await page.keyboard.press('Tab')
  await expect(picker.getByRole('button', { name: 'Use my location' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(slider).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', '11 miles')

  const pin = picker.getByRole('button', { name: /^Your location: / })
  await pin.focus()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowDown')
  await expect(pin).toBeFocused()
  await expect(pin).not.toHaveAccessibleName(/Ely/)
  await expect(field).not.toHaveValue(/Ely/)
  const moved = await field.inputValue()
  await picker.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(picker).toBeHidden()
  await expect(button).toBeFocused()
  await expectPlace(page, moved, '11 miles')
})

test('Clicking the map moves the pin', { tag: '@long' }, async ({ page }) => {
  await visit(page, '/')
  const picker = await openPicker(page)
  const map = picker.locator('.place-map')
  const box = await map.boundingBox()
  if (!box) throw new Error('The map is not visible')
  await map.click({ position: { x: box.width * 0.2, y: box.height * 0.75 } })
  const field = picker.getByRole('combobox', { name: 'Town or postcode' })
  await expect(field).not.toHaveValue(/Southwark/)
  const label = await field.inputValue()
  expect(label).not.toBe('')
  await expect(picker.getByRole('button', { name: `Your location: ${label}` })).toBeVisible()
})

test.describe('The device’s position', () => {
  test.use({ permissions: ['geolocation'], geolocation: london })

  test('sets the place, rounded so that it does not reveal the address', { tag: '@long' }, async ({
    page,
    context,
  }) => {
    await visit(page, '/')
    const picker = await openPicker(page)
    const field = picker.getByRole('combobox', { name: 'Town or postcode' })
    await picker.getByRole('button', { name: 'Use my location' }).click()
    await expect(field).toHaveValue(/London$/)
    await picker.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Location updated')).toBeVisible()
    const cookie = (await context.cookies()).find(({ name }) => name === 'tuckbox-place')
    expect(decodeURIComponent(cookie?.value ?? '')).toContain('"lat":51.51,"lon":-0.13')

    await context.setGeolocation({ latitude: 48.85, longitude: 2.35 })
    const again = await openPicker(page)
    await again.getByRole('button', { name: 'Use my location' }).click()
    await expect(again.getByText('You seem to be outside the United Kingdom.')).toBeVisible()
  })
})

test('A visitor who denies the device’s position sees an explanation and can retry', {
  tag: ['@chromium', '@long'],
}, async ({ page }) => {
  await visit(page, '/')
  const picker = await openPicker(page)
  await picker.getByRole('button', { name: 'Use my location' }).click()
  await expect(picker.getByText(/Your browser is not sharing your location/)).toBeVisible()
  await expect(picker.getByRole('button', { name: 'Use my location' })).toBeEnabled()
  await expectAccessible(page)
})

// Phones have the place in the menu.
test('The header stays on one line with a very long place name', { tag: ['@desktop', '@long'] }, async ({
  page,
  context,
  siteUrl,
}) => {
  const label = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch A'
  const value = encodeURIComponent(JSON.stringify({ lat: 53.22, lon: -4.2, label, radiusMiles: 50 }))
  await context.addCookies([{ name: 'tuckbox-place', value, url: siteUrl }])
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await visit(page, '/')
    const banner = await page.getByRole('banner').boundingBox()
    expect(banner?.height, `at ${width} px`).toBeLessThanOrEqual(81)
    await expectAccessible(page)
  }
})
