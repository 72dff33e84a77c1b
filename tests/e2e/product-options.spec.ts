/** Options of a product: its baker offers them, a buyer chooses, and everything that follows knows the choice. */
import { allFree } from '../declarations.ts'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, storeBefore, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { placePaidOrder } from './orders.ts'
import { createShop, insertRow, selectRows } from './shop-fixtures.ts'

const daughter = {
  id: '0b8a0b5e-7f4e-4f57-9b61-2f6f3c1f0a11',
  name: 'My daughter',
  avoid_contains: [],
  avoid_traces: ['nuts'],
  avoid_others: [],
  diets: [],
}

test('A baker offers sizes, toppings and a message, and a buyer is warned of the walnut topping', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow()
  const kitchen = await createShop('Topping Yard')
  const cake = await kitchen.addProduct({
    name: 'Honey cake',
    price: 20,
    stock: 9,
    category: 'Cakes',
    allergens: allFree,
  })

  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await visit(page, `/seller/products/${cake.id}/edit`)
  await page.getByRole('button', { name: 'Start with Vanilla, Chocolate, Red Velvet' }).click()
  await page.getByRole('button', { name: 'Remove variation 3' }).click()
  await page.getByLabel('Name of variation 1').fill('6 inch')
  await page.getByLabel('Name of variation 2').fill('8 inch')
  await page.getByLabel('Price +/− of variation 2').fill('9.50')
  await page.getByRole('button', { name: 'Add group of choices' }).click()
  await page.getByLabel('Name of group 1', { exact: true }).fill('Topping')
  await page.getByLabel('Name of choice 1 of group 1').fill('Walnuts')
  await page.getByLabel('Price +/− of choice 1 of group 1').fill('2')
  await page.getByLabel('Own stock of choice 1 of group 1').fill('3')
  await page.getByRole('button', { name: 'Allergens of choice 1 of group 1' }).click()
  await page.getByRole('group', { name: 'It contains' }).getByLabel('Walnut').check()
  await page.getByRole('button', { name: 'Add choice' }).click()
  await page.getByLabel('Name of choice 2 of group 1').fill('Cherries')
  await page.getByRole('button', { name: 'Move choice 2 of group 1 up' }).click()
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByLabel('Question 1', { exact: true }).fill('Message')
  await page.getByRole('group', { name: 'Questions' }).getByLabel('Price (£)').fill('2')
  await page.getByRole('switch', { name: 'Personalisation' }).uncheck()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/seller/products')

  const context = await browser.newContext({ baseURL, viewport: page.viewportSize() })
  const shopper = await context.newPage()
  await storeBefore(shopper, 'tuckbox-household', [daughter])
  await visit(shopper, cake.path)
  const buy = shopper.getByRole('region', { name: 'Buy' })
  const panel = shopper.getByRole('region', { name: 'Ingredients and allergens' })
  await expect(buy.locator('[aria-live]').first()).toHaveText('£20.00 - £31.50')
  await expect(shopper.getByText('This may contain walnut. My daughter avoids tree nuts.')).toBeVisible()
  await expect(shopper.getByLabel(/^Personalisation/)).toHaveCount(0)
  await shopper.getByRole('button', { name: 'Add to basket' }).click()
  await expect(toast(shopper, 'Please select a variation')).toBeVisible()
  await expect(buy.getByText('Please choose “Topping”')).toBeVisible()
  await expectAccessibleState(shopper)

  await shopper.getByRole('radio', { name: '8 inch' }).check()
  await shopper.getByRole('radio', { name: 'Cherries' }).check()
  await expect(panel.getByRole('rowheader', { name: 'Contains', exact: true }).locator('..')).toContainText(
    'None declared',
  )
  await shopper.getByRole('radio', { name: 'Walnuts' }).check()
  await expect(buy).toContainText('Contains walnut.')
  await expect(panel.getByRole('rowheader', { name: 'Contains', exact: true }).locator('..')).toContainText(
    'Tree nuts (walnut)',
  )
  await expect(shopper.getByRole('alert').filter({ hasText: 'This does not fit your household.' })).toContainText(
    'contains walnut',
  )
  await shopper.getByLabel('Message (optional, +£2.00)').fill('Happy birthday Ann')
  await expect(buy.locator('[aria-live]').first()).toHaveText('£33.50')
  await shopper.getByRole('button', { name: 'Add to basket' }).click()
  await shopper.getByRole('dialog').getByRole('button', { name: /Add/ }).first().click()
  await visit(shopper, '/cart')
  const row = shopper.getByRole('list', { name: 'Topping Yard' }).getByRole('listitem').first()
  await expect(row).toContainText('Topping: Walnuts')
  await expect(row).toContainText('Message: “Happy birthday Ann”')
  await expect(row).toContainText('£33.50')
  await expect(row).toContainText('contains walnut')
  await expectAccessibleState(shopper)
  await context.close()
})

test('A seller is asked about a new choice whose name mentions an allergen, in the form and in a file', {
  tag: ['@desktop', '@long'],
}, async ({ page, request }) => {
  const kitchen = await createShop('Extra Walnut Yard')
  const cake = await kitchen.addProduct({ name: 'Plain cake', allergens: allFree })
  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await visit(page, `/seller/products/${cake.id}/edit`)
  await page.getByRole('button', { name: 'Add group of choices' }).click()
  await page.getByLabel('Name of group 1', { exact: true }).fill('Extra')
  await page.getByLabel('Name of choice 1 of group 1').fill('Add walnuts')
  const question = page.getByRole('group', { name: 'It mentions walnuts. Does “Add walnuts” contain walnut?' })
  await expect(question).toBeVisible()
  // Away from the sticky bar, which covers fields behind it.
  await question.evaluate((group) => group.scrollIntoView({ block: 'center' }))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(question).toContainText('Please answer about walnuts before publishing.')
  await question.getByRole('radio', { name: 'Contains', exact: true }).press('Space')
  await expect(page.getByRole('button', { name: 'Ingredients and allergens of choice 1' })).toContainText(
    'Adds: contains walnut',
  )
  await page.getByRole('button', { name: 'Add variation' }).click()
  await page.getByLabel('Name of variation 1').fill('With sesame')
  await expect(page.getByRole('group', { name: 'It mentions sesame.' })).toBeVisible()
  await page.getByLabel('Name of variation 1').fill('Small')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/seller/products')

  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  // The walnuts keep their allergens. The almonds are new.
  const buffer = Buffer.from(`id,choices\n${cake.id},Extra = Add walnuts | Add almonds\n`)
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'cakes.csv', mimeType: 'text/csv', buffer })
  await expect(dialog).toContainText('“Add almonds” mentions almonds. Please write contains, may contain or free from')
  await expect(dialog).not.toContainText('mentions walnuts')
})

test('An order tells the buyer and the seller what was chosen, and can be bought again', {
  tag: ['@desktop', '@long'],
}, async ({ page, request }) => {
  const kitchen = await createShop('Chosen Bakery')
  await kitchen.addPickupWindows()
  const bun = await kitchen.addProduct({ name: 'Chosen bun', price: 4, allergens: allFree, available_for_pickup: true })
  const group = await insertRow('product_option_groups', { product_id: bun.id, name: 'Filling' })
  const choice = await insertRow('product_option_choices', {
    group_id: group,
    product_id: bun.id,
    name: 'Praline',
    price_delta: 1,
    allergens: { nuts: 'contains', hazelnut: 'contains' },
  })
  await insertRow('product_option_choices', { group_id: group, product_id: bun.id, name: 'Jam', position: 1 })
  const buyer = await createMember(request, 'Robin')
  const options = [{ group_id: group, choice_ids: [choice] }]
  const { orders } = await placePaidOrder(request, buyer, [{ kitchen, items: [{ product_id: bun.id, options }] }])
  const order = orders[0] ?? { id: '', path: '' }

  await setSession(page, buyer)
  await visit(page, order.path)
  await expect(page.getByText('Filling: Praline').first()).toBeVisible()
  await expect(page.getByText('Contains hazelnut.').first()).toBeVisible()
  await page.getByRole('button', { name: /^Same again for / }).click()
  await expect(page).toHaveURL('/checkout')
  await visit(page, '/cart')
  await expect(page.getByRole('list', { name: 'Chosen Bakery' })).toContainText('Filling: Praline')

  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await visit(page, `/seller/orders?order=${order.id}`)
  await expect(page.getByText('Filling: Praline').first()).toBeVisible()
  await visit(page, `/seller/orders/${order.id}/labels`)
  await expect(page.getByRole('article', { name: 'Label of Chosen bun' }).first()).toContainText('Contains: hazelnut.')
  expect(await selectRows('order_items', `order_id=eq.${order.id}&select=options_text`)).toEqual([
    { options_text: 'Filling: Praline' },
  ])
})

test('A seller reads what every choice adds in a new order, and prints a label for each variation', {
  tag: ['@phone', '@long'],
}, async ({ page, request }) => {
  const kitchen = await createShop('Nut Bakery')
  await kitchen.addPickupWindows()
  const slab = await kitchen.addProduct({ name: 'Nut slab', price: 4, allergens: allFree, available_for_pickup: true })
  for (const [position, name] of ['Almond', 'Hazelnut'].entries())
    await insertRow('product_variations', {
      product_id: slab.id,
      name,
      position,
      allergens: { nuts: 'contains', [name.toLowerCase()]: 'contains' },
    })
  const group = await insertRow('product_option_groups', { product_id: slab.id, name: 'Topping' })
  await insertRow('product_option_choices', { group_id: group, product_id: slab.id, name: 'Plain' })
  await insertRow('product_option_choices', {
    group_id: group,
    product_id: slab.id,
    name: 'Sesame',
    position: 1,
    allergens: { sesame: 'contains' },
  })
  await setSession(page, await signInMember(request, kitchen.owner.email, password))

  await visit(page, '/seller/orders/new')
  await page.getByRole('button', { name: 'Nut slab' }).click()
  const line = page.getByRole('listitem', { name: 'Nut slab' })
  await expect(line).toContainText('Contains tree nuts.')
  await line.getByLabel('Variation').selectOption('Hazelnut')
  await expect(line).toContainText('Contains hazelnut.')
  await line.getByLabel('Topping').selectOption('Sesame')
  await expect(line).toContainText('Contains hazelnut and sesame.')
  await expectAccessible(page)

  await visit(page, `/seller/products/${slab.id}/label`)
  await expect(page.getByText('Choices of Topping add allergens, which these labels do not state.')).toBeVisible()
  const labels = page.getByRole('article', { name: 'Label of Nut slab' })
  await expect(labels.first()).toContainText('Contains: almond.')
  await page.getByLabel('Number of labels for Nut slab, Almond').fill('0')
  await page.getByLabel('Number of labels for Nut slab, Hazelnut').fill('2')
  await expect(labels).toHaveCount(2)
  await expect(labels.first()).toContainText('Contains: hazelnut.')
  await expectAccessible(page)
})

test('A seller is warned of each variation whose printed label does not name its allergens in the ingredients', {
  tag: ['@phone', '@long'],
}, async ({ page, request }) => {
  const kitchen = await createShop('Half Named Bakery')
  const slab = await kitchen.addProduct({ name: 'Slab', price: 4, allergens: allFree, ingredients: 'Sugar, almonds' })
  for (const [position, name] of ['Almond', 'Sesame', 'Egg'].entries())
    await insertRow('product_variations', {
      product_id: slab.id,
      name,
      position,
      allergens: [{ nuts: 'contains', almond: 'contains' }, { sesame: 'contains' }, { eggs: 'contains' }][position],
    })
  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await visit(page, `/seller/products/${slab.id}/label`)
  const warning = page.getByText('The ingredients do not name all declared allergens.')
  await expect(page.getByRole('article', { name: 'Label of Slab' }).first()).toContainText(
    'Allergy advice: for allergens, see ingredients in bold.',
  )
  await expect(warning).toHaveCount(0)
  await page.getByLabel('Number of labels for Slab, Sesame').fill('1')
  await expect(warning).toHaveText(/^Sesame: .* Missing: sesame\. .* Complete the product$/)
  await page.getByLabel('Number of labels for Slab, Egg').fill('2')
  await expect(warning).toHaveText([/^Sesame: .* Missing: sesame\./, /^Egg: .* Missing: eggs\./])
  await expectAccessible(page)
})
