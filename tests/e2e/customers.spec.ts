/** A shop's customers: the list, one customer's page, and what the seller notes. */
import { readFile } from 'node:fs/promises'
import { expectAccessible } from './accessibility.ts'
import { expect, reload, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { placePaidOrder } from './orders.ts'
import { createShop } from './shop-fixtures.ts'

test('A seller finds a customer, keeps notes about them, and saves the list as a file', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  const bakery = await createShop('Regulars Bakery')
  await bakery.addPickupWindows()
  const bun = await bakery.addProduct(
    { name: 'Plain bun', price: 4, stock: 50, available_for_pickup: true, available_for_delivery: false },
    { Plain: 0 },
  )
  await setSession(page, await signInMember(request, bakery.owner.email, password))
  await visit(page, '/seller/customers')
  await expect(page.getByRole('heading', { name: 'No customers yet' })).toBeVisible()

  for (const name of ['Robin', 'Sam']) {
    const buyer = await createMember(request, name)
    const items = [{ product_id: bun.id, variation: 'Plain' }]
    await placePaidOrder(request, buyer, [{ kitchen: bakery, items }])
    if (name === 'Robin') await placePaidOrder(request, buyer, [{ kitchen: bakery, items }])
  }
  await visit(page, '/seller/customers?sort=orders')
  const list = page.getByRole('list', { name: 'Customers' })
  await expect(list.getByRole('listitem')).toHaveText([/^Robin.*2 orders.*£8\.00/, /^Sam.*1 order.*£4\.00/])
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search your customers' }).fill('rob')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('link', { name: /Robin/ }).click()

  await expect(page.getByRole('heading', { name: 'Robin', level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveCount(2)
  await page.getByLabel('Tags').fill('regular, office')
  await page.getByLabel('Allergies they told you').fill('Walnuts')
  await page.getByLabel('Notes', { exact: true }).fill('Rings the bell twice.')
  await page.getByRole('button', { name: 'Save notes' }).click()
  await expect(toast(page, 'Notes saved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Allergies' })).toBeVisible()
  await expectAccessible(page)
  await reload(page)
  await expect(page.getByLabel('Notes', { exact: true })).toHaveValue('Rings the bell twice.')

  await page.getByRole('link', { name: 'Back to customers' }).click()
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('office')
  await expect(list.getByRole('listitem')).toHaveText([/^Robin.*Allergies.*regular.*office/])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('Robin,2,8.00,')
  expect(file).toContain('"regular, office"')
  expect(file).not.toContain('Sam')
  expect(file).not.toContain('Walnuts')
})
