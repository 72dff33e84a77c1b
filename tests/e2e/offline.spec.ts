/** Tuckbox without a network: an installable app that keeps the pages and orders a member needs. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { withMilk } from '../declarations.ts'
import { expect, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { placePaidOrder } from './orders.ts'
import { createShop, updateRow } from './shop-fixtures.ts'

test.use({ serviceWorkers: 'allow' })
// What a browser without a network reports.
test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/, /Failed to fetch/, /WebSocket connection/, /ERR_INTERNET_DISCONNECTED/)
})

const offlineLine = (page: Page) => page.getByText(/^Last updated .*\d\d:\d\d, offline$/)

/** Opens a page, and waits until the service worker controls it. */
async function visitControlled(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 })
}

const visibleText = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first()

const keptPages = (page: Page) =>
  page.evaluate(async () =>
    (await (await caches.open('tuckbox-pages-1')).keys()).map(({ url }) => new URL(url).pathname).sort(),
  )
const keptMembers = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('tuckbox-member-')))

const manifestSchema = z.object({
  name: z.string(),
  start_url: z.string(),
  display: z.literal('standalone'),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string().optional() })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
})

test('Chromium can install Tuckbox, and every icon and shortcut exists', { tag: ['@phone', '@long'] }, async ({
  page,
  request,
}) => {
  await visitControlled(page, '/')
  const client = await page.context().newCDPSession(page)
  const { errors } = await client.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
  // Playwright's pages are those of a private window, which installs nothing.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { icons, shortcuts } = manifestSchema.parse(await (await request.get('/site.webmanifest')).json())
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src } of icons) expect((await request.get(src)).status(), src).toBe(200)
  expect(shortcuts.map(({ name }) => name)).toEqual(['Your orders', 'Messages', 'Prep sheet'])
  for (const { url } of shortcuts) expect((await request.get(url)).status(), url).toBe(200)
})

async function openStall() {
  const kitchen = await createShop('Market Stall')
  await kitchen.addPickupWindows()
  const cake = await kitchen.addProduct({
    name: 'Honey cake',
    available_for_pickup: true,
    allergens: withMilk,
  })
  return { kitchen, cake }
}

test('A buyer opens an order without a network, and nothing is left after signing out', { tag: '@chromium' }, async ({
  page,
  request,
  context,
}) => {
  test.slow()
  const { kitchen, cake } = await openStall()
  const buyer = await createMember(request, 'Bea')
  const { orders } = await placePaidOrder(request, buyer, [{ kitchen, items: [{ product_id: cake.id }] }])
  await setSession(page, buyer)
  await visitControlled(page, '/')
  // Kept before the member has opened any of them.
  await expect.poll(() => keptPages(page), { timeout: 30_000 }).toEqual(expect.arrayContaining(['/order/', '/orders']))

  await context.setOffline(true)
  await page.goto('/orders')
  await expect(offlineLine(page)).toBeVisible()
  await page.getByRole('link', { name: /Market Stall/ }).click()
  await expect(page).toHaveURL(new RegExp(`/order/${orders[0]?.id}`))
  await expect(page.getByText('Honey cake').first()).toBeVisible()
  await expect(page.getByText(/milk/i).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Honey cake').first()).toBeVisible()
  await expect(offlineLine(page)).toBeVisible()

  await context.setOffline(false)
  await page.goto('/orders')
  await expect(page.getByRole('link', { name: /Market Stall/ })).toBeVisible()
  await expect(offlineLine(page)).toBeHidden()
  expect(await keptMembers(page)).toHaveLength(1)
  await visitControlled(page, '/settings/security')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(toast(page, 'Signed out')).toBeVisible()
  await expect.poll(() => keptMembers(page), { timeout: 20_000 }).toEqual([])
  await expect.poll(() => keptPages(page)).not.toContain('/orders')
  await context.setOffline(true)
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('Honey cake')).toBeHidden()
})

test('A baker reads an order and the prep sheet without a network, and another member sees neither', {
  tag: ['@chromium', '@long'],
}, async ({ page, request, context }) => {
  test.slow()
  const { kitchen, cake } = await openStall()
  const buyer = await createMember(request, 'Bea')
  const { orders } = await placePaidOrder(request, buyer, [
    { kitchen, items: [{ product_id: cake.id }], note: 'Ring the blue bell' },
  ])
  const baker = await signInMember(request, kitchen.owner.email, password)
  await setSession(page, baker)
  await visitControlled(page, '/')
  await expect
    .poll(() => keptPages(page), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(['/seller/orders', '/seller/orders/prep']))

  await context.setOffline(true)
  await page.goto(`/seller/orders?order=${orders[0]?.id}`)
  await expect(offlineLine(page)).toBeVisible()
  await expect(visibleText(page, 'Ring the blue bell')).toBeVisible()
  await expect(visibleText(page, 'Honey cake')).toBeVisible()
  await page.goto('/seller/orders/prep')
  await expect(page.getByRole('heading', { name: 'Prep sheet' }).first()).toBeVisible()
  await expect(offlineLine(page)).toBeVisible()

  // Another member on the same computer, whose session replaces the baker's without a sign-out.
  await context.setOffline(false)
  const other = await createMember(request, 'Olive')
  await setSession(page, other)
  await context.setOffline(true)
  await page.goto(`/seller/orders?order=${orders[0]?.id}`)
  await expect(offlineLine(page)).toBeVisible()
  await expect(page.getByText('Ring the blue bell')).toBeHidden()
})

test('A page seen before opens without a network, and comes from the network as soon as there is one', {
  tag: ['@chromium', '@long'],
}, async ({ page, context }) => {
  const kitchen = await createShop('Corner Oven')
  const { id: bun } = await kitchen.addProduct({ name: 'Iced bun' })
  await visitControlled(page, '/')
  await visit(page, `/product/${bun}`)
  await expect.poll(() => keptPages(page), { timeout: 20_000 }).toContain(`/product/${bun}`)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Iced bun' })).toBeVisible()
  await expect(offlineLine(page)).toBeVisible()
  await page.goto('/faq')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await updateRow('products', bun, { name: 'Glazed bun' })
  await visit(page, `/product/${bun}`)
  await expect(page.getByRole('heading', { name: 'Glazed bun' })).toBeVisible()
  await expect(offlineLine(page)).toBeHidden()
})

test('A push message is shown once, with its latest text', { tag: ['@phone', '@notifications'] }, async ({
  page,
  context,
  siteUrl,
}) => {
  await context.grantPermissions(['notifications'], { origin: siteUrl })
  await visitControlled(page, '/')
  const client = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId)
    })
  })
  await client.send('ServiceWorker.enable')
  const registrationId = await registered
  const push = { id: 'one', kind: 'order', title: 'New order', message: 'Bea ordered 2 × Honey cake', link: '/faq' }
  const deliver = (message: object) =>
    client.send('ServiceWorker.deliverPushMessage', { origin: siteUrl, registrationId, data: JSON.stringify(message) })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body, data }) => [title, body, data])
    })
  // On a busy machine the first message was lost once. The same one again must not be shown twice.
  await expect(async () => {
    await deliver(push)
    await expect.poll(shown, { timeout: 2_000 }).toEqual([['New order', 'Bea ordered 2 × Honey cake', '/faq']])
  }).toPass({ timeout: 20_000 })
  await deliver({ ...push, message: 'Bea ordered 3 × Honey cake' })
  await expect.poll(shown).toEqual([['New order', 'Bea ordered 3 × Honey cake', '/faq']])
})
