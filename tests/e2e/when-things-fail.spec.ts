import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { arrive, expect, notice, openSignIn, passTimeUntil, signIn, test } from './visitor.ts'

test('a page whose code does not arrive is the error page, with a way to try again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /dynamically imported module/, /Unhandled|ErrorResponse/)
  await page.route('**/assets/product.page-*.js', (route) => route.abort())
  await arrive(page, '/')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page.getByRole('banner'), 'the rest of the page stays').toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/assets/product.page-*.js')
  await page.getByRole('link', { name: 'Reload this page' }).click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Unexpected Application Error!')
})

test('a product and a shop that do not arrive say so, and come when asked for again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /status of 5/)
  await page.clock.install()
  const product = page.getByRole('article').first().getByRole('heading').getByRole('link')
  await seeItFail(page, product, 'rest/v1/products', 'The product could not be loaded')
  const shop = page.getByRole('article').first().locator('a[href^="/shop/"]')
  await seeItFail(page, shop, 'rest/v1/shops', 'The shop could not be loaded')
})

/** From the home page over a link to a page whose data is held back, and then let through. */
async function seeItFail(page: Page, link: Locator, path: string, heading: string): Promise<void> {
  await arrive(page, '/')
  let asked = 0
  await page.route(`**/${path}?*`, (route) => {
    asked += 1
    return route.abort()
  })
  await link.click()
  await passTimeUntil(page, page.getByRole('heading', { level: 1, name: heading }))
  expect(asked, 'tries').toBe(4)
  await page.unroute(`**/${path}?*`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(heading)
}

test('a dialog whose code does not arrive costs only itself, and comes at the next press', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await page.route('**/assets/auth-dialog-*.js', (route) => route.abort())
  await arrive(page, '/')
  const button = page.getByRole('banner').getByRole('button', { name: 'Sign in' })
  await button.click()
  await expect(notice(page, 'Something went wrong')).toBeVisible()
  await page.unroute('**/assets/auth-dialog-*.js')
  await button.click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
})

test('a server out of reach is not blamed on the password', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/, /Failed to fetch/)
  const unreached = 'We could not reach the server. Please try again in a moment.'
  await page.route('**/auth/v1/token**', (route) => route.abort())
  // What asks the server, in the build.
  await page.route('**/assets/dist-*.js', (route) => route.abort())
  await arrive(page, '/')
  await openSignIn(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Trouble signing in?' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill('buyer@tuckbox.test')
  await page.getByRole('button', { name: 'Email me a reset link' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(unreached)
  await expect(page.getByRole('button', { name: 'Email me a reset link' })).toBeEnabled()
  await page.unroute('**/assets/dist-*.js')
  await page.getByRole('dialog').getByRole('button', { name: 'Back to sign in' }).click()
  await signIn(page, 'buyer@tuckbox.test', 'tuckbox-sample')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(unreached)
})

test('external providers are offered only where they are configured, and lead to their own page', async ({ page }) => {
  await arrive(page, '/')
  await openSignIn(page)
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Continue with/ })).toHaveCount(0)

  await page.route('/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"providers":[]', '"providers":["google"]'),
    })
  })
  let askedFor = ''
  await page.route('**/auth/v1/authorize**', async (route) => {
    askedFor = route.request().url()
    // An answer without content leaves the browser where it is, so that what it shows meanwhile can be read.
    await route.fulfill({ status: 204 })
  })
  await arrive(page, '/')
  await openSignIn(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(notice(page, 'Redirecting to Google')).toBeVisible()
  await expect(notice(page, 'Please complete the authentication process')).toBeVisible()
  await expect.poll(() => askedFor).not.toBe('')
  const asked = new URL(askedFor).searchParams
  expect([asked.get('provider'), asked.get('redirect_to')]).toEqual(['google', new URL(page.url()).origin])
})
