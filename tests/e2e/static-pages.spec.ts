/** The static pages: contact, FAQ, terms and privacy. */
import { expectAccessible } from './accessibility.ts'
import { chooseFromUserMenu, expect, openSecondDay, reload, test, toast, visit } from './fixtures.ts'
import { createMember, setSession } from './members.ts'
import { createShop, insertRow } from './shop-fixtures.ts'

test('Terms and privacy policy have all sections, link to each other and show a contact address', async ({ page }) => {
  await visit(page, '/faq')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Use')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(7)
  await expectAccessible(page)

  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(8)
  await expect(page.getByRole('main').getByRole('link', { name: 'hello@tuckbox.test' })).toHaveAttribute(
    'href',
    'mailto:hello@tuckbox.test',
  )
  await expectAccessible(page)

  await page.getByRole('main').getByRole('link', { name: 'Terms of Use' }).click()
  await expect(page).toHaveURL(/\/terms$/)
})

test('A member searches the FAQ, finds no answer and writes to us', async ({ page, request }) => {
  const ann = await createMember(request, 'Ann')
  await setSession(page, ann)
  await visit(page, '/faq')
  await expectAccessible(page)
  const answer = page.getByText('we hold the items and your pickup time for 30 minutes')
  await expect(answer).toBeHidden()
  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('BASKET reserved')
  await expect(page.getByRole('status').filter({ hasText: '1 answer' })).toBeVisible()
  await expect(answer).toBeVisible()
  await expect(page).toHaveURL(/\/faq\?q=BASKET/)
  await reload(page)
  await expect(answer).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('zebra')
  await expect(page.getByRole('heading', { name: 'No answer to that yet' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Subject must be at least 2 characters')).toBeVisible()
  await expect(page.getByText('Message must be at least 10 characters')).toBeVisible()
  await page.getByLabel('Subject').fill('A question')
  await page.getByRole('textbox', { name: 'Message' }).fill('Do you come to Bristol as well?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Thank you. We have received your message.')).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('')
  const stored = await request.get('/rest/v1/contact_messages?select=shop_id,subject,message', { headers: ann.headers })
  expect(await stored.json()).toEqual([
    { shop_id: null, subject: 'A question', message: 'Do you come to Bristol as well?' },
  ])
})

test.describe('With a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('The privacy policy lists exactly the entries that a visit stores in the browser', {
    tag: ['@phone', '@long'],
  }, async ({ page, request, siteUrl }) => {
    const kitchen = await createShop('Stored Bakery')
    await kitchen.addPickupWindows(9)
    const bun = await kitchen.addProduct({ name: 'Stored bun', price: 4, available_for_pickup: true }, { Plain: 0 })
    const robin = await createMember(request, 'Robin')
    const conversationId = await insertRow('chat_rooms', {
      buyer_id: robin.id,
      seller_id: kitchen.owner.id,
      product_id: bun.id,
    })
    await setSession(page, robin)
    await visit(page, bun.path)
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toContain('tuckbox-looked-at')
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await expect(page.getByRole('link', { name: /^Basket, 1/ })).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Change Location' }).click()
    const picker = page.getByRole('dialog', { name: 'Where are you?' })
    await picker.getByRole('combobox', { name: 'Town or postcode' }).fill('st. albans')
    await page.getByRole('option').first().click()
    await picker.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Location updated')).toBeVisible()
    await visit(page, '/')
    await page.getByRole('main').getByRole('combobox', { name: 'Search homemade food' }).fill('bun')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?q=bun')
    for (const path of ['/messages', '/notifications', '/settings/security']) await visit(page, path)
    await visit(page, `/messages?room=${conversationId}`)
    await page.getByLabel('Message', { exact: true }).fill('Two, if you')
    await visit(page, '/checkout')
    await page.getByRole('radio', { name: /^Pickup/ }).check()
    await openSecondDay(page)
    await page.getByRole('radio', { name: '09:00 to 12:00' }).check()
    await page.getByRole('checkbox', { name: /I have read/ }).check()
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await expect(page).toHaveURL(/\/pay\//)

    await visit(page, '/privacy')
    const storedNames = () =>
      page.evaluate(async () => [
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
        ...(await indexedDB.databases()).map(({ name }) => `IndexedDB ${name}`),
        // A version or the member's id follows the name.
        ...(await caches.keys()).map((name) => name.replace(/^(tuckbox-[a-z]+)-.+/, '$1')),
      ])
    const section = page.getByRole('main').getByRole('listitem').filter({ hasText: 'stays in your browser' })
    const named = (await section.getByRole('listitem').allTextContents()).map((point) => point.split(' (')[0] ?? '')
    // These exist only while a message is being sent, during an external sign-in, after a payment, or with a household.
    const others = [
      'auth-flow',
      'tuckbox-remember',
      'tuckbox-unsent',
      'tuckbox-last-paid',
      'tuckbox-household',
      'tuckbox-household-off',
    ]
    const expected = named.filter((name) => !others.includes(name))
    expect(await storedNames()).toContain(`tuckbox-draft ${robin.id} ${conversationId}`)
    // The parts for use without a network start some seconds after the page.
    await expect
      .poll(
        async () => {
          const cookies = (await page.context().cookies()).map(({ name }) => name)
          return [...(await storedNames()).map((name) => name.split(' ')[0]), ...cookies].sort()
        },
        { timeout: 20_000 },
      )
      .toEqual(expected.sort())

    const workers = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    )
    expect(workers).toEqual([`${siteUrl}/`])

    await page.evaluate(() => sessionStorage.setItem('tuckbox-unsent x y', '[]'))
    await chooseFromUserMenu(page, 'Sign Out')
    await expect(toast(page, 'Signed out')).toBeVisible()
    const left = await page.evaluate(() => Object.keys(sessionStorage))
    expect(left.filter((name) => /draft|unsent|checkout/.test(name))).toEqual([])
  })
})
