/** The header, the bottom bar of phones, and the rail of the seller's pages. */
import type { Locator, Page } from '@playwright/test'
import { sellerEntries } from '#web/features/sell/frame/seller-entries.ts'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, isPhone, openSignIn, signIn, test, visit } from './fixtures.ts'
import { createMember, createUser, password, setSession, signInMember } from './members.ts'
import { createShop, insertRow, type ShopFixture } from './shop-fixtures.ts'

const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Seller' })
const messagesLink = (page: Page) =>
  (isPhone(page) ? bottomBar(page) : page.getByRole('banner')).getByRole('link', { name: /^Messages/ })

test('The bottom bar of a phone leads to the main pages, marks the current one and covers nothing', {
  tag: ['@phone', '@long'],
}, async ({ page }) => {
  await visit(page, '/')
  const bar = bottomBar(page)
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Search', 'Basket', 'Messages', 'You'])
  await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  for (const link of await bar.getByRole('link').all()) {
    const box = await link.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await expectAccessible(page)

  // It stays at the bottom of the screen, and below the footer at the end of the page.
  const bottom = async () => {
    const box = await bar.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  expect(await bottom()).toBe(844)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(bottom).toBe(844)
  const footer = await page.getByRole('contentinfo').boundingBox()
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThan(((await bar.boundingBox())?.y ?? 0) + 1)

  await bar.getByRole('link', { name: 'Search' }).click()
  await expect(page).toHaveURL('/search')
  await expect(bar.getByRole('link', { name: 'Search' })).toHaveAttribute('aria-current', 'page')
  const field = page.getByRole('main').getByRole('combobox', { name: 'Search homemade food' })
  await expect(field).toBeFocused()
  await field.fill('lemon')
  await field.press('Enter')
  await expect(page).toHaveURL('/search?q=lemon')
  await expect(field).not.toBeFocused()
  await bar.getByRole('link', { name: 'Search' }).click()
  await expect(page).toHaveURL('/search')
  await expect(field).toBeFocused()
  await bar.getByRole('link', { name: 'Basket' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(bar.locator('[aria-current]')).toHaveText(['Basket'])
  await page.emulateMedia({ media: 'print' })
  await expect(bar).toBeHidden()
})

test('A page with a bar of its own has no bottom bar', { tag: ['@phone', '@long'] }, async ({ page, request }) => {
  const kitchen = await createShop('Bar Bakery')
  const bun = await kitchen.addProduct({ name: 'Bar bun' }, { Plain: 0 })
  const { conversationId, seller } = await createConversation(kitchen, bun.id, request)
  await setSession(page, seller)
  for (const path of [bun.path, '/checkout', `/messages?room=${conversationId}`]) {
    await visit(page, path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached()
    await expect(bottomBar(page)).toBeHidden()
  }
})

test('A toast covers neither the bottom bar nor the button that caused it', { tag: ['@phone', '@long'] }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  const toastCard = page.getByRole('region', { name: 'Notices' }).locator('.toast')
  /** A trial click fails where another element would receive it. The toast is dismissed after five seconds. */
  const isUncovered = (target: Locator) => target.click({ trial: true, timeout: 2_000 })

  await visit(page, '/faq')
  await openSignIn(page)
  await signIn(page, 'nobody@example.test', 'not the password')
  await expect(toastCard).toBeVisible()
  await isUncovered(page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }))
  await isUncovered(page.getByRole('dialog').getByRole('button', { name: 'Close' }))

  await setSession(page, await createMember(request, 'Robin'))
  await visit(page, '/settings/notifications')
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expect(toastCard).toBeVisible()
  await isUncovered(page.getByRole('button', { name: 'Save Preferences' }))
  await isUncovered(bottomBar(page).getByRole('link', { name: 'Home' }))
})

test('A visitor who chooses Messages signs in above the same page and continues there', {
  tag: ['@phone', '@long'],
}, async ({ page, request }) => {
  const robin = await createMember(request, 'Robin')
  await visit(page, '/faq')
  await bottomBar(page).getByRole('link', { name: 'Messages' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/faq')
  await dialog.getByLabel('Email').fill(robin.email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/messages')
  await expect(bottomBar(page).getByRole('link', { name: 'Messages' })).toHaveAttribute('aria-current', 'page')
  await bottomBar(page).getByRole('link', { name: 'You' }).click()
  await expect(page).toHaveURL('/profile')
})

test('Unread conversations are counted in the navigation, live, until they are read', { tag: '@both' }, async ({
  page,
  request,
}) => {
  const kitchen = await createShop('Counting Bakery')
  const bun = await kitchen.addProduct({ name: 'Counting bun' })
  const tart = await kitchen.addProduct({ name: 'Counting tart' })
  const { conversationId, buyer, seller } = await createConversation(kitchen, bun.id, request)
  await setSession(page, seller)
  await visit(page, '/faq')
  await expect(messagesLink(page)).toHaveAccessibleName('Messages, 1 unread')
  if (isPhone(page)) await expect(page.getByRole('button', { name: 'Menu' })).toHaveAccessibleDescription(/unread/)
  await expectAccessibleState(page)

  const other = await insertRow('chat_rooms', {
    buyer_id: buyer.id,
    seller_id: seller.id,
    product_id: tart.id,
  })
  await insertRow('chat_messages', { chat_room_id: other, sender_id: buyer.id, content: 'And a tart?' })
  await expect(messagesLink(page)).toHaveAccessibleName('Messages, 2 unread')

  const marked = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await visit(page, `/messages?room=${conversationId}`)
  await marked
  if (isPhone(page)) await page.getByRole('link', { name: 'All messages' }).click()
  await expect(messagesLink(page)).toHaveAccessibleName('Messages, 1 unread')
})

test('Every page has a search in its header', { tag: ['@both', '@long'] }, async ({ page }) => {
  await visit(page, '/faq')
  const header = page.getByRole('banner')
  if (isPhone(page)) {
    await header.getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search')
  } else {
    await header.getByRole('combobox', { name: 'Search homemade food' }).fill('  lemon   cake ')
    await header.getByRole('combobox', { name: 'Search homemade food' }).press('Enter')
    await expect(page).toHaveURL('/search?q=lemon+cake')
    await expect(page.getByRole('main').getByRole('combobox', { name: 'Search homemade food' })).toHaveValue(
      'lemon cake',
    )
  }

  // The home page begins with a search. The header's appears when that has been scrolled away.
  await visit(page, '/')
  const search = header.getByRole(isPhone(page) ? 'link' : 'combobox', { name: /^Search/ })
  await expect(search).toBeHidden()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  // Firefox has no scroll timelines yet.
  const hasTimelines = await page.evaluate(() => CSS.supports('animation-timeline: scroll()'))
  await expect(search).toBeVisible({ visible: hasTimelines })
})

test('The header does not shift when the member is known', { tag: ['@desktop', '@long'] }, async ({
  page,
  request,
}) => {
  await setSession(page, await createMember(request, 'Robin'))
  await visit(page, '/faq')
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeInViewport()
  const search = await page.getByRole('banner').getByRole('combobox', { name: 'Search homemade food' }).boundingBox()
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const add = (list: PerformanceObserverEntryList) => {
          for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value)
        }
        new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )
  expect(shift).toBeLessThan(0.001)
  await page.evaluate(() => window.localStorage.clear())
  await visit(page, '/faq')
  expect(await page.getByRole('banner').getByRole('combobox', { name: 'Search homemade food' }).boundingBox()).toEqual(
    search,
  )
})

test('The user menu leads to messages and favourites', { tag: '@long' }, async ({ page, request }) => {
  await setSession(page, await createMember(request, 'Robin'))
  await visit(page, '/faq')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Favourites' }).click()
  await expect(page.getByRole('tab', { name: 'Favorites' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Messages' }).click()
  await expect(page).toHaveURL('/messages')
})

test('A seller moves between the pages of the shop with the rail', { tag: '@both' }, async ({ page, request }) => {
  const kitchen = await createShop('Rail Bakery')
  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await visit(page, '/seller/dashboard')
  await expect(page.getByRole('heading', { name: 'Rail Bakery' })).toBeVisible()
  await expectAccessibleState(page)
  const more = rail(page).getByRole('button', { name: 'More' })
  const isPhone = await more.isVisible()
  for (const { to, text, section } of sellerEntries.filter(({ to }) => to !== '/messages')) {
    const link = rail(page).getByRole('link', { name: text, exact: true })
    if (isPhone && !(await link.isVisible())) {
      expect((await more.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await more.click()
      await page.getByRole('menuitem', { name: text, exact: true }).click()
      await expect(page).toHaveURL(to)
      await expect(more).toHaveAttribute('aria-current', 'true')
    } else {
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await link.click()
      await expect(page).toHaveURL(to)
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(link).toBeInViewport({ ratio: 1 })
    }
    expect(section.test(new URL(page.url()).pathname)).toBe(true)
  }
  await visit(page, '/seller/create-product')
  await expect(rail(page).getByRole('link', { name: 'Products' })).toHaveAttribute('aria-current', 'page')
})

test('The rail of a seller is not printed', { tag: ['@chromium', '@long'] }, async ({ page, request }) => {
  const kitchen = await createShop('Printed Bakery')
  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await visit(page, '/seller/create-product')
  await expect(rail(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(rail(page)).toBeHidden()
})

/** A conversation with one unread message to the seller. */
async function createConversation(
  { owner }: ShopFixture,
  productId: string,
  request: Parameters<typeof createMember>[0],
) {
  const buyer = await createUser('Ann')
  const conversationId = await insertRow('chat_rooms', {
    buyer_id: buyer.id,
    seller_id: owner.id,
    product_id: productId,
  })
  await insertRow('chat_messages', { chat_room_id: conversationId, sender_id: buyer.id, content: 'One bun, please.' })
  return { conversationId, buyer, seller: await signInMember(request, owner.email, password) }
}
