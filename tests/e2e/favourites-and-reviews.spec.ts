import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, reload, signIn, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { createShop, insertRows } from './shop-fixtures.ts'

const heart = (page: Page, n: number) =>
  page
    .getByRole('article')
    .nth(n)
    .getByRole('button', { name: /^Favorite / })

test('A visitor adds a favourite by signing in, and removes favourites in the profile', async ({
  page,
  request,
  expectedErrors,
}) => {
  const member = await createMember(request, 'Hearty')
  await visit(page, '/')
  const name = await page.getByRole('article').first().getByRole('heading').textContent()
  const box = await heart(page, 0).boundingBox()
  expect([box?.width, box?.height]).toEqual([44, 44])
  await heart(page, 0).click()
  await signIn(page, member.email, password)
  await expect(heart(page, 0)).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL('/')

  // A second product and a shop, both still favourites after a reload.
  await heart(page, 1).click()
  await expect(heart(page, 1)).toHaveAttribute('aria-pressed', 'true')
  await visit(page, '/shop/honey-crumb')
  const shop = page.getByRole('button', { name: 'Favorite Honey & Crumb' })
  await shop.click()
  await expect(shop).toHaveAttribute('aria-pressed', 'true')
  await page.waitForLoadState('networkidle')
  await reload(page)
  await expect(shop).toHaveAttribute('aria-pressed', 'true')

  // A failed request reverts the heart.
  expectedErrors.push(/ERR_FAILED/)
  await page.route('**/rest/v1/favourites*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await shop.click()
  await expect(toast(page, 'Could not remove from favourites')).toBeVisible()
  await expect(shop).toHaveAttribute('aria-pressed', 'true')
  await page.unroute('**/rest/v1/favourites*')

  await visit(page, '/profile?tab=favorites')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
  await expect(main.getByRole('tab', { name: 'Favorites' })).toHaveAttribute('aria-selected', 'true')
  await expect(main.getByRole('article')).toHaveCount(3)
  await expectAccessible(page)
  await main.getByRole('button', { name: `Favorite ${name}` }).click()
  await expect(main.getByRole('article')).toHaveCount(2)
  // Shops come before products. The focus moves to the next card.
  await expect(heart(page, 1)).toBeFocused()
  await main.getByRole('button', { name: 'Favorite Honey & Crumb' }).click()
  await expect(main.getByRole('article')).toHaveCount(1)
  await main.getByRole('button', { name: /^Favorite / }).click()
  await expect(main.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Favourites' })).toBeFocused()
  await expectAccessibleState(page)
  await main.getByRole('link', { name: 'Browse all products' }).click()
  await expect(page).toHaveURL('/')
  await expect(heart(page, 0)).toHaveAttribute('aria-pressed', 'false')
})

test('A favourite marked on another device appears when the member returns to the page', {
  tag: ['@phone', '@long'],
}, async ({ page, request, expectedErrors }) => {
  // The jump of the clock ends the connection attempt.
  expectedErrors.push(/WebSocket connection/)
  const member = await createMember(request, 'Hearty')
  const kitchen = await createShop('Two Screens')
  const [first, second] = [await kitchen.addProduct(), await kitchen.addProduct()]
  await insertRows('favourites', [{ user_id: member.id, product_id: first.id }])
  await page.clock.install()
  await setSession(page, member)
  await visit(page, '/profile?tab=favorites')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(1)
  await insertRows('favourites', [{ user_id: member.id, product_id: second.id }])
  await page.clock.fastForward('01:30')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(cards).toHaveCount(2)
})

test('A visitor who opens the profile signs in over the home page and returns to the profile', {
  tag: '@long',
}, async ({ page }) => {
  await visit(page, '/profile?tab=favorites')
  await expect(page).toHaveURL('/')
  await signIn(page, 'buyer@tuckbox.test', 'tuckbox-sample')
  await expect(page).toHaveURL('/profile?tab=favorites')
  await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible()
})

test('A buyer reviews a delivered product, the shop replies once, and visitors read both', async ({
  page,
  request,
}) => {
  // The sample's buyer has received it and not reviewed it.
  const name = 'Alphonso Mango Lassi, Two Bottles'
  const buyer = await signInMember(request, 'buyer@tuckbox.test')
  const [{ id }] = await (
    await request.get(`/rest/v1/products?name=eq.${encodeURIComponent(name)}&select=id`, { headers: buyer.headers })
  ).json()
  const reviews = `/product/${id}?tab=reviews`
  const text = 'Gone in a day.'

  await visit(page, reviews)
  await expect(page.getByRole('button', { name: 'Write a review' })).toBeHidden()
  await setSession(page, buyer)
  await visit(page, reviews)
  await page.getByRole('button', { name: 'Write a review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a review' })
  await dialog.getByRole('button', { name: 'Publish review' }).click()
  await expect(dialog.getByText('Please choose how many stars.')).toBeVisible()
  await expectAccessibleState(page)
  // With the keyboard, like any radio buttons.
  await dialog.getByRole('radio', { name: '1 star:' }).focus()
  await page.keyboard.press('Space')
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await dialog.getByLabel('Your review (optional)').fill(text)

  // The picture is deleted when the dialog is closed without publishing.
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#e0a030' } })
    .jpeg()
    .toBuffer()
  const shot = { name: 'lassi.jpg', mimeType: 'image/jpeg', buffer: photo }
  const preview = dialog.locator('img[src*="/review_pictures/"]')
  await dialog.getByLabel('A picture (optional)').last().setInputFiles(shot)
  const discarded = (await preview.getAttribute('src')) ?? ''
  expect(discarded).toContain(`/review_pictures/${buyer.id}/`)
  expect((await request.get(discarded)).status()).toBe(200)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Write a review' })).toBeFocused()
  await expect.poll(async () => (await request.get(discarded)).ok()).toBe(false)

  await page.getByRole('button', { name: 'Write a review' }).click()
  await dialog.getByLabel('Your review (optional)').fill(text)
  await dialog.getByRole('radio', { name: '4 stars' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByLabel('A picture (optional)').last().setInputFiles(shot)
  await expect(preview).toBeVisible()
  await expectAccessibleState(page)
  await dialog.getByRole('button', { name: 'Publish review' }).click()
  await expect(toast(page, 'Review published')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Reviews' })).toBeFocused()
  const review = page.getByRole('article').filter({ hasText: text })
  await expect(review).toBeVisible()
  await expect(review.getByRole('img', { name: 'Rated 4.0 out of 5' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Write a review' })).toBeHidden()
  await expect(page.getByRole('link', { name: '2 reviews' })).toBeVisible()
  await review.getByRole('button', { name: 'Enlarge Picture by Alex Turner' }).click()
  const viewer = page.getByRole('dialog', { name: 'Picture by Alex Turner' })
  const stored = await request.get((await viewer.getByRole('img').getAttribute('src')) ?? '')
  const { width, height, channels } = await sharp(await stored.body()).metadata()
  const [, , blue] = await sharp(await stored.body())
    .raw()
    .toBuffer()
  expect([width, height, channels]).toEqual([400, 300, 3])
  expect(Math.abs((blue ?? 255) - 0x30), 'the picture itself, not a blank one').toBeLessThan(12)
  await viewer.getByRole('button', { name: 'Close' }).click()
  await expect(review.getByRole('button', { name: /Reply/ })).toBeHidden()

  await setSession(page, await signInMember(request, 'sunita.rao@tuckbox.test'))
  await visit(page, '/shop/sunitas-tiffin?tab=reviews')
  await review.getByRole('button', { name: 'Reply to Alex Turner' }).click()
  await review.getByRole('button', { name: 'Publish reply' }).click()
  await expect(review.getByText('Please write a reply.')).toBeVisible()
  await review.getByLabel('Your reply to Alex Turner').fill('Come back on Friday!')
  await expectAccessibleState(page)
  await review.getByRole('button', { name: 'Publish reply' }).click()
  await expect(toast(page, 'Reply published')).toBeVisible()
  await expect(review.getByText('Reply from Sunita’s Tiffin').locator('..')).toBeFocused()
  await expect(review.getByText('Reply from Sunita’s Tiffin')).toBeVisible()
  await expect(review.getByText('Come back on Friday!')).toBeVisible()
  await expect(review.getByRole('button', { name: /Reply/ })).toBeHidden()
})

test('A shopper sorts and filters reviews by stars, and the URL keeps the choice', {
  tag: ['@chromium', '@long'],
}, async ({ page }) => {
  await visit(page, '/shop/harbourside-greens?tab=reviews')
  const list = page.getByRole('region', { name: 'Reviews' })
  const stars = () =>
    list
      .getByRole('article')
      .getByRole('img', { name: /^Rated/ })
      .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('aria-label')?.slice(6, 7)).join(''))
  await expect.poll(stars).toBe('554342')
  await list.getByLabel('Sort reviews by').selectOption('Lowest')
  await expect.poll(stars).toBe('234455')
  await list.getByLabel('Sort reviews by').selectOption('Highest')
  await expect.poll(stars).toBe('554432')
  await expectAccessible(page)
  await list.getByRole('button', { name: '4 stars, 2 reviews' }).click()
  await expect.poll(stars).toBe('44')
  await expect(list.getByText('2 with 4 stars')).toBeVisible()
  await reload(page)
  await expect.poll(stars).toBe('44')
  await list.getByRole('button', { name: 'Show all reviews' }).click()
  await expect.poll(stars).toBe('554432')
  await expect(list.getByRole('button', { name: '1 star, 0 reviews' })).toBeDisabled()
})
