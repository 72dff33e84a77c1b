/** The overview, and the money of a shop: months, tax year, orders, VAT and the export by line. */
import { readFile } from 'node:fs/promises'
import { londonTime } from '#domain/values/calendar'
import { parseCsv } from '#domain/values/csv'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, test, toast, visit } from './fixtures.ts'
import { password, setSession, signInMember } from './members.ts'
import { createSale, createShop } from './shop-fixtures.ts'

test('A seller sees the week and the money of the shop, and exports it with VAT', {
  tag: ['@both', '@chromium'],
}, async ({ page, request }) => {
  const kitchen = await createShop('Till Bakery')
  const bun = await kitchen.addProduct({ name: 'Till bun', price: 6, stock: 2 })
  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await visit(page, '/seller/money')
  await expect(page.getByText('No sales yet. Each month with an order appears here.')).toBeVisible()
  await expectAccessibleState(page)

  const now = new Date()
  await createSale(kitchen, bun.id, { paidAt: now.toISOString(), quantity: 2, price: 6 })
  await visit(page, '/seller/dashboard')
  const week = page.getByRole('region', { name: 'This week' })
  await expect(week.getByRole('link', { name: /Sales this week/ })).toContainText('£12.00')
  await expect(page.getByRole('region', { name: 'Running out' })).toContainText('2 left')
  await expectAccessible(page)

  await visit(page, '/seller/money')
  const month = now.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'Europe/London' })
  await expect(page.getByRole('row', { name: new RegExp(month) })).toContainText('£12.00')
  await expect(page.getByText(/^Tax year/).first()).toBeVisible()
  await page.getByLabel('Registered for VAT from').fill(`${londonTime(now).date.slice(0, 4)}-01-01`)
  await page.getByLabel('Usual rate').selectOption('Standard rate, 20%')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'VAT settings saved')).toBeVisible()
  await expect(page.getByText('Products with another rate')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Export this year' }).first().click()
  await page.getByLabel('Rows').selectOption('One for each item')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^order-lines-from-\d{4}-04-06/)
  const [head = [], line = []] = parseCsv(await readFile(await saved.path(), 'utf8')).map(({ cells }) => cells)
  expect(line[head.indexOf('Line total')]).toBe('12.00')
  expect(line[head.indexOf('VAT included')]).toBe('2.00')
})
