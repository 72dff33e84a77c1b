import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { arrive, expect, hydrated, isPhone, listingStatus, test } from './visitor.ts'

/** Where there is room the filters stand beside the listing; on a phone they come with a button, and go with another. */
async function openFilters(page: Page) {
  if (!isPhone(page)) return page.getByRole('complementary', { name: 'Filters' })
  await page.getByRole('button', { name: /^Filters/ }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}

async function closeFilters(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: /^Show/ }).click()
}

test('by clicking only, one finds a nut-free birthday cake within 5 miles that can be picked up on Saturday', async ({
  page,
}) => {
  await arrive(page, '/')
  await page.getByRole('navigation', { name: 'Occasions' }).getByRole('link', { name: 'Birthday' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Birthday Treats')
  await expect(page.getByText('Perfect treats for your birthday celebrations')).toBeVisible()

  const place = page
    .getByRole(isPhone(page) ? 'main' : 'banner')
    .getByRole('button', { name: /^Location/, disabled: false })
  await expect(page.getByRole('button', { name: /^Location/ }), 'the place is said once').toHaveCount(1)
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
  // On a Saturday there are two; the later one is far enough away on any day.
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
  await expect(page).toHaveURL('/')
})

test('home: a category narrows the market, the button clears it, and what is chosen is in the address', async ({
  page,
}) => {
  await arrive(page, '/')
  await expect(page.getByText('Discover delicious treats made with love by local bakers near you')).toBeVisible()
  await expect(page.getByPlaceholder('Search Sweet Local Finds...')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Local Food Marketplace' })).toBeVisible()
  await expect(listingStatus(page)).toHaveText(/^\d+ delicious items available for delivery$/)
  await expect(page.getByRole('button', { name: 'Clear filter' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Cupcakes' }).click()
  await expect(page).toHaveURL('/?category=Cupcakes')
  await expect(page.getByRole('article').filter({ hasText: 'Cupcakes' }).first()).toBeVisible()
  await page.reload()
  await hydrated(page)
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
  await expect(listingStatus(page), 'the keyboard stays near the button that has gone').toBeFocused()
})

test('home: more is shown below, stays where it is on the way back, and a category far along its row is in sight', async ({
  page,
}) => {
  await arrive(page, '/?sort=price_high')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(24)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL('/?sort=price_high&page=2')
  await expect(cards.nth(24).getByRole('heading').getByRole('link')).toBeFocused()
  const shown = await cards.count()
  const prices = (await cards.getByText(/^£/).allTextContents()).map((text) => Number(/[\d.]+/.exec(text)?.[0]))
  expect(prices).toEqual(prices.toSorted((one, other) => other - one))
  await cards.last().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await expect(cards).toHaveCount(shown)
  await expect(cards.last()).toBeInViewport()

  await arrive(page, '/?category=Custom+Orders')
  await expect(page.getByRole('link', { name: 'Custom Orders', exact: true })).toBeInViewport()
  await expect(page.getByText(/^Only a few items are within 10 miles of you/)).toBeVisible()
})

test('category: title, subtitle, price slider, chips, and the way out', async ({ page }) => {
  await arrive(page, '/category/cAkEs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cakes')
  await expect(page.getByText('Browse our delicious cakes selection')).toBeVisible()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/category\/Cakes$/)
  const all = await page.getByRole('article').count()

  const filters = await openFilters(page)
  const highest = filters.getByRole('slider', { name: 'Highest price' })
  await highest.focus()
  for (let pound = 0; pound < 12; pound += 1) await page.keyboard.press('ArrowLeft')
  await expect(highest, 'the keyboard stays where it is').toBeFocused()
  await expect(page).toHaveURL(/\/category\/cAkEs\?max=\d+$/)
  await closeFilters(page)
  const max = new URL(page.url()).searchParams.get('max')
  await expect.poll(() => page.getByRole('article').count()).toBeLessThan(all)
  const chip = page.getByRole('link', { name: `Remove filter: £0 - £${max}` })
  await expect(chip).toBeVisible()
  await expectAccessible(page)
  await chip.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/category/cAkEs')
  await expect(
    page.getByRole('link', { name: 'Remove filter: Cakes' }),
    'the keyboard goes to the next chip',
  ).toBeFocused()
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL('/')
})

// Where there is room they stand beside the listing.
test('the filters of a phone take the keyboard, keep it in sight, and give it back', { tag: '@phone' }, async ({
  page,
}) => {
  await arrive(page, '/search?q=cake&rating=4')
  await page.getByRole('button', { name: /^Filters.*1 set/ }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
  await expectAccessible(page)
  const leave = sheet.getByRole('button', { name: /^Show \d+ items$/ })
  const foot = await leave.boundingBox()
  const sulphites = sheet.getByRole('checkbox', { name: 'Sulphites' })
  await sulphites.focus()
  const focused = await sulphites.boundingBox()
  expect((focused?.y ?? 0) + (focused?.height ?? 0), 'not behind the button').toBeLessThan(foot?.y ?? 0)
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/avoid=sulphites/)
  await expect(sulphites).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Filters.*2 set/ })).toBeFocused()
  await page.getByRole('link', { name: 'Clear all filters' }).press('Enter')
  await expect(page).toHaveURL('/search?q=cake')
  await expect(listingStatus(page)).toBeFocused()
})
