/** Recipe costs: from the first ingredient to the price that a seller charges. */
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, test, toast, visit } from './fixtures.ts'
import { password, setSession, signInMember } from './members.ts'
import { createShop } from './shop-fixtures.ts'

test('A seller enters a recipe, sees what a cake costs and earns, and a dearer ingredient changes it', {
  tag: '@both',
}, async ({ page, request }) => {
  const bakery = await createShop('Costed Bakery')
  const muffin = await bakery.addProduct({ name: 'Lemon muffin', price: 2, stock: 12 })
  await bakery.addProduct({ name: 'Rye loaf', price: 5, stock: 3 })
  await setSession(page, await signInMember(request, bakery.owner.email, password))

  await visit(page, `/seller/products/${muffin.id}/edit`)
  await page.getByRole('link', { name: 'What it costs you, and what to charge' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lemon muffin' })).toBeVisible()
  await expectAccessible(page)

  // An ingredient that is added here becomes the first line.
  await page.getByRole('button', { name: 'New ingredient' }).click()
  const dialog = page.getByRole('dialog', { name: 'New ingredient' })
  await dialog.getByLabel('Name').fill('Plain flour')
  await dialog.getByLabel('Pack size').fill('1.5')
  await dialog.getByLabel('Measured in').selectOption('kg')
  await dialog.getByRole('button', { name: 'Add ingredient' }).click()
  await expect(dialog.getByText('Please enter what a pack costs.')).toBeVisible()
  await dialog.getByLabel('Price of a pack (£)').fill('1.50')
  await expectAccessibleState(page)
  await dialog.getByRole('button', { name: 'Add ingredient' }).click()
  await expect(toast(page, 'Ingredient added')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Ingredient 1' }).locator('option:checked')).toHaveText('Plain flour')
  await expect(page.getByText('£1.50 for 1.5 kg')).toBeVisible()

  const lines = page.getByRole('list', { name: 'Ingredients of the recipe' })
  await lines.getByLabel('Quantity').fill('600')
  await expect(lines).toContainText('£0.60')
  await page.getByRole('button', { name: 'Save recipe' }).click()
  await expect(page.getByText('Please enter how many a batch makes.')).toBeVisible()
  await page.getByLabel('Makes').fill('12')
  await page.getByLabel('Minutes of work').fill('30')
  await page.getByLabel('Other costs (£)').fill('3')

  const cost = page.getByRole('region', { name: 'Cost of one' })
  // 60p of flour and £3 for twelve. Work costs nothing yet.
  await expect(cost).toContainText('Ingredients£0.05Work£0.00Other costs£0.25Cost£0.30')
  await page.getByRole('button', { name: 'Change rates' }).click()
  const rates = page.getByRole('dialog', { name: 'Your rates' })
  await rates.getByLabel('An hour of your work (£)').fill('14.40')
  await rates.getByLabel('Margin to aim for (%)').fill('55')
  await rates.getByRole('button', { name: 'Save rates' }).click()
  await expect(cost).toContainText('Work£0.60Other costs£0.25Cost£0.90')
  await expect(cost).toContainText('Profit£1.10')
  await expect(cost).toContainText('55% margin')
  await expect(cost).toContainText('At least your 55%.')
  await expect(cost).toContainText('Price for a margin of 55%£2.00')
  await page.getByRole('button', { name: 'Save recipe' }).click()
  await expect(toast(page, 'Recipe saved')).toBeVisible()
  await expectAccessibleState(page)

  await page.getByRole('link', { name: 'Back to recipe costs' }).click()
  const row = page.getByRole('row', { name: /Lemon muffin/ })
  await expect(row).toContainText('£0.90')
  await expect(row).toContainText('55%')
  await expect(page.getByRole('list', { name: 'Products without a recipe' })).toContainText('Rye loaf')
  await expectAccessible(page)

  await page.getByRole('tab', { name: /^Ingredients/ }).click()
  const ingredients = page.getByRole('list', { name: 'Ingredients' })
  await expect(ingredients).toContainText('In 1 recipe')
  await expect(page.getByRole('button', { name: 'Plain flour is used, so it cannot be deleted' })).toBeDisabled()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Edit Plain flour' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit Plain flour' })
  await expect(edited.getByLabel('Pack size')).toHaveValue('1.5')
  await edited.getByLabel('Price of a pack (£)').fill('4.50')
  await edited.getByRole('button', { name: 'Save ingredient' }).click()
  await expect(ingredients).toContainText('£4.50 for 1.5 kg')
  await page.getByRole('tab', { name: 'Recipes' }).click()
  await expect(row).toContainText('£1.00')
  await expect(row).toContainText('50%')
  await expect(row).toContainText('£2.23')

  await row.getByRole('link', { name: 'Lemon muffin' }).click()
  await expect(page.getByLabel('Makes')).toHaveValue('12')
  await page.getByRole('button', { name: 'Delete recipe' }).click()
  await page
    .getByRole('dialog', { name: 'Delete the recipe of Lemon muffin?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByRole('heading', { name: 'Start with a product' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Products without a recipe' })).toContainText('Lemon muffin')
})

test('A recipe of another shop is not found, and a failed request can be repeated', {
  tag: ['@desktop', '@long'],
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/, /net::ERR_FAILED/)
  const [own, other] = [await createShop('Own Bakery'), await createShop('Other Bakery')]
  const bun = await other.addProduct({ name: 'Foreign bun' })
  await setSession(page, await signInMember(request, own.owner.email, password))
  await visit(page, `/seller/products/${bun.id}/recipe`)
  await expect(page.getByRole('heading', { name: 'This product doesn’t exist or isn’t yours' })).toBeVisible()

  await page.route('**/rest/v1/shop_ingredients*', (route) => route.abort())
  await visit(page, '/seller/recipe-costs')
  await expect(page.getByRole('heading', { name: 'Your recipes could not be loaded' })).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/rest/v1/shop_ingredients*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible()
})
