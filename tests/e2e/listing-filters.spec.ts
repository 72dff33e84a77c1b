import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, isPhone, listingStatus, reload, test, visit } from './fixtures.ts'

/** Wide screens show the filters beside the listing. Phones open and close them with buttons. */
async function openFilters(page: Page) {
  if (!isPhone(page)) return page.getByRole('complementary', { name: 'Filters' })
  await page.getByRole('button', { name: /^Filters/ }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}

async function closeFilters(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: /^Show/ }).click()
}

test('A shopper finds a nut-free birthday cake within 5 miles for pickup on Saturday without typing', {
  tag: '@both',
}, async ({ page }) => {
  await visit(page, '/')
  await page.getByRole('navigation', { name: 'Occasions' }).getByRole('link', { name: 'Birthday' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Birthday Treats')
  await expect(page.getByText('Perfect treats for your birthday celebrations')).toBeVisible()

  const place = page
    .getByRole(isPhone(page) ? 'main' : 'banner')
    .getByRole('button', { name: /^Location/, disabled: false })
  await expect(page.getByRole('button', { name: /^Location/ }), 'the place is shown once').toHaveCount(1)
  await place.click()
  const picker = page.getByRole('dialog')
  const radius = picker.getByRole('slider')
  await radius.focus()
  await page.keyboard.press('Home')
  for (let mile = 1; mile < 5; mile += 1) await page.keyboard.press('ArrowRight')
  await picker.getByRole('button', { name: 'Save' }).click()
  await expect(place).toHaveText(/within 5 miles$/)

  const filters = await openFilters(page)
  await filters.getByRole('checkbox', { name: 'Nuts', exact: true }).click()
  await filters.getByRole('radio', { name: 'Pickup' }).click()
  // The last of the offered Saturdays, which is outside the lead times.
  await filters
    .getByRole('radio', { name: /Saturday/ })
    .last()
    .click()
  await expect(page).toHaveURL(/\?avoid=nuts%2Cpeanuts&by=pickup&on=\d{4}-\d\d-\d\d$/)
  await closeFilters(page)

  const active = page.getByRole('region', { name: 'Active filters' })
  for (const label of ['Birthday', 'Pickup', 'No nuts'])
    await expect(active.getByRole('link', { name: `Remove filter: ${label}` })).toBeVisible()
  await expect(listingStatus(page)).toHaveText(/^4 delicious items available for delivery$/)
  const cake = page.getByRole('article').filter({ hasText: 'Nut-Free Birthday Cake' })
  await expect(cake).toContainText(/[0-4](\.\d)? miles/)
  await expect(page.getByRole('article').filter({ hasText: 'Victoria Sponge' })).toHaveCount(0)
  await expectAccessible(page)

  await cake.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nut-Free Birthday Cake')
  await page.goBack()
  await expect(page).toHaveURL(/avoid=nuts/)
  await active.getByRole('link', { name: 'Remove filter: Birthday' }).click()
  // The other filters stay.
  await expect(page).toHaveURL(/\/\?avoid=nuts%2Cpeanuts&by=pickup&on=[\d-]+$/)
})

test('A shopper filters the home page by category, clears the filter, and finds the choices in the URL', {
  tag: '@long',
}, async ({ page }) => {
  await visit(page, '/')
  await expect(page.getByText('Discover delicious treats made with love by local bakers near you')).toBeVisible()
  await expect(page.getByPlaceholder('Search Sweet Local Finds...')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Local Food Marketplace' })).toBeVisible()
  await expect(listingStatus(page)).toHaveText(/^\d+ delicious items available for delivery$/)
  await expect(page.getByRole('button', { name: 'Clear filter' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Cupcakes' }).click()
  await expect(page).toHaveURL('/?category=Cupcakes')
  await expect(page.getByRole('article').filter({ hasText: 'Cupcakes' }).first()).toBeVisible()
  await reload(page)
  await expect(page.getByRole('link', { name: 'Cupcakes', exact: true })).toHaveAttribute('aria-current', 'true')

  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await expect(sort.getByRole('option')).toHaveText([
    'Relevance',
    'Price: Low to High',
    'Price: High to Low',
    'Highest Rating',
    'Nearest First',
    'Newest Arrivals',
  ])
  await sort.selectOption('Nearest First')
  await expect(page).toHaveURL('/?category=Cupcakes&sort=nearest')
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(page).toHaveURL('/?sort=nearest')
  await expect(page.getByRole('button', { name: 'Clear filter' })).toHaveCount(0)
  await expect(page.getByRole('article').first()).toContainText('miles')
  await expect(listingStatus(page), 'the focus moves from the removed button to the status line').toBeFocused()
})

test('A shopper says first when the food is needed', { tag: '@long' }, async ({ page }) => {
  await visit(page, '/')
  const day = page.getByRole('combobox', { name: 'When do you need it?' })
  const saturday =
    (await day
      .getByRole('option', { name: /^For Saturday/ })
      .first()
      .textContent()) ?? ''
  await day.selectOption(saturday)
  await expect(page).toHaveURL(/\/\?on=\d{4}-\d\d-\d\d$/)
  const active = page.getByRole('region', { name: 'Active filters' })
  await expect(active.getByRole('link', { name: `Remove filter: ${saturday.replace('For ', '')}` })).toBeVisible()
  // Each card says in which hours it can be had then.
  await expect(page.getByRole('article').first()).toContainText(/Sat: (pick up|delivery) /)
  await reload(page)
  await expect(day.getByRole('option', { selected: true })).toHaveText(saturday)
  await expect(page.getByRole('article').first()).toContainText(/Sat: (pick up|delivery) /)
  // Then the part of that day.
  const time = page.getByRole('combobox', { name: 'Time of day' })
  await time.selectOption('Morning (before 12:00)')
  await expect(page).toHaveURL(/\/\?on=\d{4}-\d\d-\d\d&at=morning$/)
  await expect(
    active.getByRole('link', { name: `Remove filter: ${saturday.replace('For ', '')}, morning` }),
  ).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText(/Sat: (pick up|delivery) (9|1[01]|[6-8]):/)
  await time.selectOption('Any time')
  await expect(page).toHaveURL(/\/\?on=\d{4}-\d\d-\d\d$/)
  await day.selectOption('When do you need it?')
  await expect(page).toHaveURL('/')
  await expect(time).toHaveCount(0)
  await expect(page.getByRole('article').first()).toContainText(/ from (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ /)
})

test('Products begin within the first screen of a filtered home page', { tag: ['@both', '@long'] }, async ({
  page,
}) => {
  await visit(page, '/?avoid=nuts')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Homemade Food from Your Community')
  await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 0.3 })
})

test('Products begin within the first screen of a filtered category and occasion', { tag: ['@both', '@long'] }, async ({
  page,
}) => {
  for (const path of ['/category/Cakes', '/occasion/birthday']) {
    await visit(page, `${path}?avoid=nuts`)
    await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 0.2 })
  }
})

test('A shopper loads more products, finds them again after going back, and sees the selected category', {
  tag: '@long',
}, async ({ page }) => {
  await visit(page, '/?sort=price_high')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(24)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL('/?sort=price_high&page=2')
  await expect(cards.nth(24).getByRole('heading').getByRole('link')).toBeFocused()
  const shown = await cards.count()
  const nearby = page.getByRole('list', { name: 'Local Food Marketplace' })
  const prices = (await nearby.getByText(/^£/).allTextContents()).map((text) => Number(/[\d.]+/.exec(text)?.[0]))
  expect(prices).toEqual(prices.toSorted((one, other) => other - one))
  await cards.last().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await expect(cards).toHaveCount(shown)
  await expect(cards.last()).toBeInViewport()

  await visit(page, '/?category=Custom+Orders&by=pickup')
  await expect(page.getByRole('link', { name: 'Custom Orders', exact: true })).toBeInViewport()
  await expect(page.getByText(/^Only a few items are within 10 miles of you/)).toBeVisible()
})

test('A shopper filters a category page by price and removes the filters one by one and all at once', {
  tag: ['@both', '@long'],
}, async ({ page }) => {
  await visit(page, '/category/cAkEs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cakes')
  await expect(page.getByText('Browse our delicious cakes selection')).toBeVisible()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/category\/Cakes$/)
  const all = await page.getByRole('article').count()

  const filters = await openFilters(page)
  const highest = filters.getByRole('slider', { name: 'Highest price' })
  await highest.focus()
  for (let pound = 0; pound < 12; pound += 1) await page.keyboard.press('ArrowLeft')
  await expect(highest, 'the slider keeps the focus').toBeFocused()
  // The URL follows the presses as their results arrive.
  const max = await highest.inputValue()
  await expect(page).toHaveURL(new RegExp(`/category/cAkEs\\?max=${max}$`))
  await closeFilters(page)
  await expect.poll(() => page.getByRole('article').count()).toBeLessThan(all)
  const chip = page.getByRole('link', { name: `Remove filter: £0 - £${max}` })
  await expect(chip).toBeVisible()
  await expectAccessible(page)
  await chip.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/category/cAkEs')
  await expect(
    page.getByRole('link', { name: 'Remove filter: Cakes' }),
    'the focus moves to the next chip',
  ).toBeFocused()
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL('/')
})

// Wide screens show the filters beside the listing.
test('On a phone the filter sheet takes the focus, keeps it visible and returns it', {
  tag: ['@phone', '@long'],
}, async ({ page }) => {
  await visit(page, '/search?q=cake&rating=4')
  await page.getByRole('button', { name: /^Filters.*1 applied/ }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
  await expectAccessible(page)
  const showButton = sheet.getByRole('button', { name: /^Show \d+ items$/ })
  const buttonBox = await showButton.boundingBox()
  const sulphites = sheet.getByRole('checkbox', { name: 'Sulphites' })
  await sulphites.focus()
  const focused = await sulphites.boundingBox()
  expect((focused?.y ?? 0) + (focused?.height ?? 0), 'above the button').toBeLessThan(buttonBox?.y ?? 0)
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/avoid=sulphites/)
  await expect(sulphites).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Filters.*2 applied/ })).toBeFocused()
  await page.getByRole('link', { name: 'Clear all filters' }).press('Enter')
  await expect(page).toHaveURL('/search?q=cake')
  await expect(listingStatus(page)).toBeFocused()
})
