import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, fastForwardUntil, openSignIn, signIn, test, toast, visit } from './fixtures.ts'

const manifest = path.resolve(import.meta.dirname, '../../build/web/.vite/manifest.json')

/** The URL pattern of a module's chunk. */
function chunkOf(file: string): string {
  const { [file]: chunk } = JSON.parse(readFileSync(manifest, 'utf8'))
  return `**/${chunk.file}`
}

test('A page whose script fails to load shows the error page with a reload link', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /dynamically imported module|^Error$/, /Unhandled|ErrorResponse/)
  await page.route(chunkOf('web/pages/product/[productId].page.tsx'), (route) => route.abort())
  await visit(page, '/')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page.getByRole('banner'), 'the rest of the page stays').toBeVisible()
  await expectAccessible(page)
  await page.unroute(chunkOf('web/pages/product/[productId].page.tsx'))
  await page.getByRole('link', { name: 'Reload this page' }).click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Unexpected Application Error!')
})

test('A page that was not loaded before says that the visitor is offline', { tag: ['@chromium', '@long'] }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/, /dynamically imported module/, /Unhandled|ErrorResponse/)
  await page.route(chunkOf('web/pages/product/[productId].page.tsx'), (route) => route.abort())
  await visit(page, '/')
  await page.context().setOffline(true)
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await expectAccessible(page)
  await page.unroute(chunkOf('web/pages/product/[productId].page.tsx'))
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Reload this page' }).click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline')
})

test('A product and a shop that fail to load show an error and load on retry', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /status of 5/)
  await page.clock.install()
  const product = page.getByRole('article').first().getByRole('heading').getByRole('link')
  await expectFailureAndRetry(page, product, 'rest/v1/products', 'The product could not be loaded')
  const shop = page.getByRole('article').first().locator('a[href^="/shop/"]')
  await expectFailureAndRetry(page, shop, 'rest/v1/shops', 'The shop could not be loaded')
})

/** Follows a link to a page whose requests fail, then lets the retry succeed. */
async function expectFailureAndRetry(page: Page, link: Locator, path: string, heading: string): Promise<void> {
  await visit(page, '/')
  let requests = 0
  await page.route(`**/${path}?*`, (route) => {
    requests += 1
    return route.abort()
  })
  await link.click()
  await fastForwardUntil(page, page.getByRole('heading', { level: 1, name: heading }))
  expect(requests, 'attempts').toBe(4)
  await page.unroute(`**/${path}?*`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(heading)
}

test('A dialog whose script fails to load shows a toast and opens at the next press', {
  tag: ['@desktop', '@chromium', '@long'],
}, async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  await page.route(chunkOf('web/features/account/auth/auth-dialog.tsx'), (route) => route.abort())
  await visit(page, '/')
  const button = page.getByRole('banner').getByRole('button', { name: 'Sign in' })
  await button.click()
  await expect(toast(page, 'Something went wrong')).toBeVisible()
  await page.unroute(chunkOf('web/features/account/auth/auth-dialog.tsx'))
  await button.click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
})

test('An unreachable server shows a connection error, not a wrong password', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /Failed to fetch|^Error$/)
  const unreachable = 'Tuckbox cannot be reached. Please check your connection and try again.'
  await page.route('**/auth/v1/token**', (route) => route.abort())
  // The chunk of supabase-js in the build.
  await page.route(chunkOf('web/features/account/auth/browser-client.ts'), (route) => route.abort())
  await visit(page, '/')
  await openSignIn(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Trouble signing in?' }).click()
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill('buyer@tuckbox.test')
  await page.getByRole('button', { name: 'Email me a reset link' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(unreachable)
  await expect(page.getByRole('button', { name: 'Email me a reset link' })).toBeEnabled()
  await page.unroute(chunkOf('web/features/account/auth/browser-client.ts'))
  await page.getByRole('dialog').getByRole('button', { name: 'Back to sign in' }).click()
  await signIn(page, 'buyer@tuckbox.test', 'tuckbox-sample')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(unreachable)
})

test('Only configured external providers are offered, and each opens its own page', { tag: '@long' }, async ({
  page,
}) => {
  await visit(page, '/')
  await openSignIn(page)
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Continue with/ })).toHaveCount(0)

  await page.route('/', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: (await response.text()).replace('"providers":[]', '"providers":["google"]'),
    })
  })
  let authorizeUrl = ''
  await page.route('**/auth/v1/authorize**', async (route) => {
    authorizeUrl = route.request().url()
    // A response without content keeps the browser on the page, so that its toast can be checked.
    await route.fulfill({ status: 204 })
  })
  await visit(page, '/')
  await openSignIn(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(toast(page, 'Redirecting to Google')).toBeVisible()
  await expect(toast(page, 'Please complete the authentication process')).toBeVisible()
  await expect.poll(() => authorizeUrl).not.toBe('')
  const parameters = new URL(authorizeUrl).searchParams
  expect([parameters.get('provider'), parameters.get('redirect_to')]).toEqual(['google', new URL(page.url()).origin])
})
