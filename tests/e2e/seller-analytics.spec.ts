/** A seller's analytics: product views are counted, chart and table agree, and every state of the page. */
import type { Page } from '@playwright/test'
import { addDays, londonTime } from '#domain/values/calendar'
import { spanLabel } from '#web/features/sell/analytics/format-figures.ts'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, fastForwardUntil, isPhone, reload, test, visit } from './fixtures.ts'
import { password, setSession, signInMember } from './members.ts'
import { createSale, createShop, selectRows, updateRow } from './shop-fixtures.ts'

const today = londonTime(new Date()).date
const at = (daysAgo: number) => `${addDays(today, -daysAgo)}T10:30:00Z`

/** The value of a total by its label. */
const total = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first()

/** Opens a product and stays long enough for the view to count. */
async function viewProduct(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await page.clock.runFor(2_500)
}

test.use({ expectedErrors: [/ERR_FAILED/] })

test('a seller sees the views and sales of a shop, with the same figures in chart and table', { tag: '@both' }, async ({
  page,
  request,
  browser,
}) => {
  const kitchen = await createShop('Counting House')
  const owner = await signInMember(request, kitchen.owner.email, password)
  const bun = await kitchen.addProduct({ name: 'Counted bun', price: 4 })
  await setSession(page, owner)
  await visit(page, '/seller/analytics')
  await expect(page.getByRole('heading', { name: 'No figures yet' })).toBeVisible()
  await expectAccessibleState(page)

  await test.step('a view counts once per session, and the owner’s views do not count', async () => {
    const visitor = await browser.newPage()
    const recorded: string[] = []
    for (const browserPage of [visitor, page]) {
      await browserPage.clock.install()
      browserPage.on('response', (response) => {
        if (response.url().endsWith('/rpc/record_product_view'))
          recorded.push(browserPage === page ? 'owner' : 'visitor')
      })
    }
    await viewProduct(visitor, bun.path)
    await expect.poll(() => recorded).toEqual(['visitor'])
    await viewProduct(visitor, bun.path)
    await viewProduct(page, bun.path)
    await expect.poll(() => recorded).toEqual(['visitor', 'owner'])
    await visitor.close()
    expect(await selectRows('product_views', `product_id=eq.${bun.id}&select=views`)).toEqual([{ views: 1 }])
    expect(await selectRows('shop_visits', `shop_id=eq.${kitchen.shop.id}&select=visits`)).toEqual([{ visits: 1 }])
  })

  const sold = await createSale(kitchen, bun.id, { paidAt: at(1), quantity: 3, price: 4 })
  await createSale(kitchen, bun.id, { paidAt: at(1), quantity: 1, price: 4 })
  await createSale(kitchen, bun.id, { paidAt: at(10), quantity: 2, price: 4 })
  await createSale(kitchen, bun.id, { paidAt: at(40), quantity: 1, price: 4 })
  await updateRow('orders', sold, { refunded_amount: 1.5 })
  await visit(page, '/seller/analytics')
  await expect(total(page, 'Revenue')).toHaveText('£24.00')
  await expect(total(page, 'After refunds')).toHaveText('£22.50')
  await expect(total(page, 'Orders')).toHaveText('3')
  await expect(page.getByText('Up 500%').first()).toBeVisible()
  const table = page.getByRole('table', { name: /^Figures for/ })
  // Day by day: the heading, two runs of empty days, three days with figures, and the total.
  if (!isPhone(page)) await expect(table.getByRole('row')).toHaveCount(7)
  else await expect(page.getByRole('heading', { name: 'Week by week' })).toBeVisible()
  await expect(total(page, 'Visits')).toHaveText('1')
  const products = page.getByRole('region', { name: 'Top products' }).getByRole('table')
  await expect(products.getByRole('row', { name: /Counted bun/ })).toContainText('£24.00')
  const chart = page.getByRole('application', { name: 'Revenue as a bar chart' })
  await expect(chart).toBeVisible()
  await expectAccessible(page)
  if (isPhone(page)) return

  await test.step('each bar of the chart shows the figures of its table row', async () => {
    await page.getByRole('link', { name: '7 days' }).click()
    await expect(page).toHaveURL(/range=7d/)
    await expect(table.getByRole('row')).toHaveCount(5)
    const rows = await table.locator('tbody tr').all()
    const shown = new Map<string, string>()
    for (const row of rows) {
      const [day = '', revenue = ''] = await row.locator('th, td').allTextContents()
      shown.set(day, revenue)
    }
    await chart.focus()
    for (let n = 6; n >= 0; n -= 1) {
      if (n < 6) await page.keyboard.press('ArrowRight')
      const day = spanLabel({ from: addDays(today, -n), to: addDays(today, -n) })
      await expect(page.locator('.recharts-tooltip-wrapper')).toHaveText(`${day}Revenue: ${shown.get(day) ?? '£0.00'}`)
    }
    expect([...shown.keys()].at(0), 'empty days in a row share one').toBe(
      spanLabel({ from: addDays(today, -6), to: addDays(today, -2) }),
    )
  })

  await test.step('custom dates are validated and kept in the URL', async () => {
    await page.getByRole('button', { name: 'Custom dates' }).click()
    await page.getByLabel('First day').fill(addDays(today, -1))
    await page.getByLabel('Last day').fill(addDays(today, -3))
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByText('The first day must not be after the last one.')).toBeVisible()
    await page.getByLabel('First day').fill(addDays(today, -45))
    await page.getByLabel('Last day').fill(addDays(today, -20))
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(total(page, 'Revenue')).toHaveText('£4.00')
    await page.getByLabel('Group by').selectOption('By month')
    await expect(page.getByRole('heading', { name: 'Month by month' })).toBeVisible()
    await reload(page)
    await expect(total(page, 'Revenue')).toHaveText('£4.00')
  })

  await test.step('a failed request shows an error, and a retry loads the figures', async () => {
    await page.route('**/rpc/seller_analytics', (route) => route.abort())
    await page.goto('/seller/analytics?range=90d')
    await fastForwardUntil(page, page.getByRole('heading', { name: 'The figures could not be loaded' }))
    await page.unroute('**/rpc/seller_analytics')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(total(page, 'Revenue')).toHaveText('£28.00')
  })
})
