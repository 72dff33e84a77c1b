/** A seller's products: on a phone from opening a shop to deleting a product; on a desktop the product table. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { addDays, dayOfWeek, londonTime, weekdayName } from '#domain/values/calendar'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, reload, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { orderNumber } from './orders.ts'
import { createShop, remotePlace, selectRows } from './shop-fixtures.ts'

/** A large, noisy picture that is not square, like one from a camera. @returns a JPEG */
async function photo(width = 1600, height = 1000): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  return sharp({ create: { width, height, channels: 3, background: '#c98', noise } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** A browser context without a session. */
async function visitorOf(page: Page, baseURL: string): Promise<Page> {
  const context = await page.context().browser()?.newContext({ baseURL, viewport: page.viewportSize() })
  if (!context) throw new Error('The page has no browser')
  return context.newPage()
}

const table = (page: Page) => page.getByRole('table', { name: 'Your products' })
const rowOf = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })

/** Three days ahead: its name is shown, unlike today's and tomorrow's, and midnight during the test does not matter. */
const pickupDay = weekdayName(dayOfWeek(addDays(londonTime(new Date()).date, 3)))

/** Adds a pickup window in the edit dialog of a product available for pickup. */
async function addPickupWindow(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: pickupDay.slice(0, 3) }).click()
  await dialog.getByRole('button', { name: 'Add Pickup Schedule' }).click()
  await expect(dialog.getByRole('list', { name: 'Pickup schedules' })).toContainText(pickupDay)
}

async function choosePicture(page: Page, name: string): Promise<void> {
  const file = { name, mimeType: 'image/jpeg', buffer: await photo() }
  await page.getByLabel('Pictures', { exact: true }).setInputFiles(file)
  await expect(page.getByRole('button', { name: 'Crop picture 1' })).toBeVisible()
}

/** The picture is uploaded, rendered and visible on the page. */
async function expectPicture(page: Page, product: string): Promise<void> {
  const picture = page.getByRole('img', { name: new RegExp(product) }).first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
}

async function chooseMore(page: Page, product: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${product}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test.describe('On a phone', () => {
  test.slow()

  test('a new seller opens a shop, publishes, edits, hides and deletes products, and visitors see only published ones', {
    tag: '@phone',
  }, async ({ page, request, baseURL }) => {
    let interactions = 0
    const press = async (target: Locator) => {
      interactions += 1
      await target.click()
    }
    const visitor = await visitorOf(page, baseURL)
    const name = `Rosie ${Date.now() % 1_000_000} Bakes`
    const rosie = await createMember(request, 'Rosie')
    await setSession(page, rosie)

    await visit(page, '/seller/create-product')
    await expect(page.getByText('No Shop Found')).toBeVisible()
    await expect(page.getByText('You need to create a shop to create products.')).toBeVisible()
    await visit(page, '/seller/products')
    await expect(page.getByText('You need to create a shop to view products.')).toBeVisible()
    await expectAccessibleState(page)

    await press(page.getByRole('link', { name: 'Create Shop' }))
    await page.getByLabel('Shop name').fill(name)
    await page.getByLabel('Description').fill('Bread and cakes from a small kitchen.')
    interactions += 1
    await page.getByLabel('Category').selectOption('Cakes')
    await press(page.getByLabel(/I have read and accept/))
    await press(page.getByRole('button', { name: 'Create Shop' }))
    await expect(page).toHaveURL(/\/shop\//)
    const shopPath = new URL(page.url()).pathname
    await request.patch(`/rest/v1/shops?user_id=eq.${rosie.id}`, { headers: rosie.headers, data: remotePlace })
    await press(page.getByRole('link', { name: 'Add Your First Product' }))

    interactions += 1
    await choosePicture(page, 'loaf.jpg')
    await page.getByLabel('Product Name').fill('Rye and walnut loaf')
    await page.getByLabel('Price (£)').fill('6.50')
    await page.getByLabel('Stock').fill('5')
    await page.getByLabel('Ingredients', { exact: true }).fill('Rye flour, water, walnuts, sea salt')
    await press(page.getByRole('button', { name: 'Create Product' }))
    await expect(page.getByText(/Please declare before publishing: Celery, /)).toBeVisible()
    await expectAccessible(page)
    await press(page.getByRole('button', { name: 'Mark as contained' }))
    await press(page.getByRole('button', { name: 'Mark the rest as “free from”' }))
    await press(page.getByRole('button', { name: 'Create Product' }))
    await expect(toast(page, 'Product created!')).toBeVisible()
    await expect(page.getByText('Your product has been created and is now visible in your shop.')).toBeVisible()
    await expect(page).toHaveURL(/\/seller\/products$/)
    await expect(rowOf(page, 'Rye and walnut loaf')).toContainText('£6.50')
    await expect(rowOf(page, 'Rye and walnut loaf')).toContainText('Uncategorized')
    await press(page.getByRole('link', { name: 'View Rye and walnut loaf' }))
    await expectPicture(page, 'Rye and walnut loaf')
    expect(interactions, 'clicks and selections to the first published product').toBeLessThan(12)
    const loafPath = new URL(page.url()).pathname

    await visitor.goto(shopPath)
    await expect(visitor.getByRole('link', { name: /Rye and walnut loaf/ }).first()).toBeVisible()
    await visitor.goto(loafPath)
    await expect(visitor.getByText('£6.50').first()).toBeVisible()
    await expectPicture(visitor, 'Rye and walnut loaf')
    await expect(visitor.getByRole('rowheader', { name: 'Contains' }).locator('..')).toContainText(
      'Cereals containing gluten (rye), Tree nuts (walnut)',
    )

    await test.step('a bespoke draft is visible only to its seller until it is published', async () => {
      await visit(page, '/seller/create-product')
      await choosePicture(page, 'cake.jpg')
      await page.getByLabel('Product Name').fill('Wedding cake')
      await page.getByLabel('Bespoke').check()
      await page.getByLabel('Minimum price (£)').fill('80')
      await page.getByLabel('Maximum price (£)').fill('70')
      await page.getByLabel('Requires consultation').check()
      await page.getByLabel('Available for pickup').check()
      await expect(page.getByText('Pickup schedules can be set after creating the product.')).toBeVisible()
      await page.getByRole('button', { name: 'Save Draft' }).click()
      await expect(page.getByText('The highest price must not be below the lowest.')).toBeVisible()
      await page.getByLabel('Maximum price (£)').fill('240.50')
      await page.getByRole('button', { name: 'Save Draft' }).click()
      await expect(toast(page, 'Draft saved')).toBeVisible()
      await expect(rowOf(page, 'Wedding cake')).toContainText('Draft')
      await expect(rowOf(page, 'Wedding cake')).toContainText('Allergens undeclared: cannot be bought')
      await visitor.goto(shopPath)
      await expect(visitor.getByRole('link', { name: /Rye and walnut loaf/ }).first()).toBeVisible()
      await expect(visitor.getByText('Wedding cake')).toBeHidden()

      await chooseMore(page, 'Wedding cake', 'Publish')
      await expect(toast(page, 'Allergens undeclared')).toBeVisible()
      await expect(page.getByRole('radiogroup', { name: 'Celery' })).toBeInViewport()
      await page.getByRole('radiogroup', { name: 'Tree nuts' }).getByLabel('May contain').check()
      await page.getByRole('button', { name: 'Mark the rest as “free from”' }).click()
      await page.getByRole('button', { name: 'Publish Product' }).click()
      await expect(page.getByText('Please declare before publishing: Which tree nuts.')).toBeInViewport()
      await page.getByLabel('Hazelnut').check()
      await page.getByRole('button', { name: 'Publish Product' }).click()
      await expect(toast(page, 'Success')).toBeVisible()
      await reload(visitor)
      await expect(visitor.getByText('£80.00 - £240.50').first()).toBeVisible()
      await visitor
        .getByRole('link', { name: /Wedding cake/ })
        .first()
        .click()
      await expectPicture(visitor, 'Wedding cake')
    })

    await test.step('labels are printed with the allergens emphasised', async () => {
      await visit(page, '/seller/products')
      await chooseMore(page, 'Rye and walnut loaf', 'Print labels')
      await page.getByLabel('Storage').fill('Keep dry')
      const label = page.getByRole('article', { name: 'Label of Rye and walnut loaf' }).first()
      await expect(label.locator('strong')).toHaveText(['Rye flour', 'walnuts'])
      await expect(label).toContainText('Allergy advice: for allergens, see ingredients in bold.')
      await expect(label).toContainText(name)
      await expect(label).toContainText('Keep dry')
      await expectAccessible(page)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Print labels' })).toBeHidden()
      await expect(label).toBeVisible()
      await page.emulateMedia({ media: null })
    })

    await test.step('visitors cannot see hidden or deleted products', async () => {
      await visit(page, '/seller/products')
      await chooseMore(page, 'Rye and walnut loaf', 'Hide')
      await expect(page.getByText('Rye and walnut loaf is hidden from your shop.')).toBeVisible()
      await expect(rowOf(page, 'Rye and walnut loaf')).toContainText('Hidden')
      expect((await visitor.goto(loafPath))?.status()).toBe(404)
      await expect(visitor.getByText('Product Not Found')).toBeVisible()
      await chooseMore(page, 'Rye and walnut loaf', 'Publish')
      await expect(page.getByText('Rye and walnut loaf is visible in your shop.')).toBeVisible()
      expect((await visitor.goto(loafPath))?.status()).toBe(200)

      await page.getByRole('button', { name: 'Delete Rye and walnut loaf' }).click()
      const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
      await expect(dialog).toContainText('This action cannot be undone. This will permanently delete the product.')
      await expectAccessibleState(page)
      await expect(dialog.getByRole('button', { name: 'Cancel' }), 'Enter deletes nothing').toBeFocused()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(rowOf(page, 'Rye and walnut loaf')).toBeVisible()
      await page.getByRole('button', { name: 'Delete Rye and walnut loaf' }).click()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('Product deleted successfully')).toBeVisible()
      await expect(rowOf(page, 'Rye and walnut loaf')).toBeHidden()
      expect((await visitor.goto(loafPath))?.status()).toBe(404)
    })
    await visitor.context().close()
  })

  test('a seller edits products in the dialog, and a second tab that edits one loses no changes', {
    tag: ['@phone', '@long'],
  }, async ({ page, request, baseURL }) => {
    const kitchen = await createShop('Edited Bakes')
    const loaf = await kitchen.addProduct({ name: 'Rye and walnut loaf', price: 6.5 })
    await kitchen.addProduct({
      name: 'Wedding cake',
      product_type: 'bespoke',
      price: 0,
      min_price: 80,
      max_price: 240.5,
      requires_consultation: true,
      available_for_pickup: true,
    })
    const [loafPath, shopPath] = [loaf.path, `/shop/${kitchen.shop.slug}`]
    const visitor = await visitorOf(page, baseURL)
    await visitor.goto(shopPath)
    await setSession(page, await signInMember(request, kitchen.owner.email, password))
    await visit(page, '/seller/products')
    await test.step('the edit dialog saves fields, a new category and pickup times', async () => {
      await page.getByRole('button', { name: 'Edit Wedding cake' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit Product' })
      await dialog.getByLabel('Product Name').fill('Wedding cake for you')
      await dialog.getByLabel('Category').fill('Weddings')
      await page.getByRole('option', { name: 'Add "Weddings"' }).click()
      await expect(toast(page, 'Category added')).toBeVisible()
      await expect(page.getByText('"Weddings" has been added as a category option.')).toBeVisible()
      await addPickupWindow(dialog)
      await expectAccessibleState(page)
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Product updated successfully')).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(rowOf(page, 'Wedding cake for you')).toContainText('Weddings')
      await reload(visitor)
      await visitor
        .getByRole('link', { name: /Wedding cake for you/ })
        .first()
        .click()
      await expect(visitor.getByText(`Next pickup: ${pickupDay} `).first()).toBeVisible()
      await expect(visitor.getByText('Requires consultation').first()).toBeVisible()

      await page.getByRole('button', { name: 'Edit Rye and walnut loaf' }).click()
      await expect(dialog.getByText('Product Pickup Schedule')).toBeHidden()
      await dialog.getByLabel('Available for pickup').check()
      await addPickupWindow(dialog)
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(dialog).toBeHidden()
      await visitor.goto(loafPath)
      await expect(visitor.getByText(`Next pickup: ${pickupDay} `).first()).toBeVisible()
    })

    await test.step('a second tab that edits the same product sees the conflict and loses no changes', async () => {
      const tab = await page.context().newPage()
      await visit(tab, '/seller/products')
      for (const each of [page, tab]) {
        await each.getByRole('button', { name: 'Edit Rye and walnut loaf' }).click()
        await expect(each.getByLabel('Price (£)')).toHaveValue('6.50')
      }
      await page.getByLabel('Price (£)').fill('7')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Product updated successfully')).toBeVisible()
      await tab.getByLabel('Price (£)').fill('8')
      await tab.getByLabel('Stock').fill('9')
      await tab.getByRole('button', { name: 'Save Changes' }).click()
      await expect(tab.getByText('This product was changed elsewhere while you were editing.')).toBeVisible()
      await expect(tab.getByText('Price: “7.00”')).toBeVisible()
      await expect(tab.getByLabel('Price (£)')).toHaveValue('8')
      await visitor.goto(loafPath)
      await expect(visitor.getByText('£7.00').first()).toBeVisible()
      await tab.getByRole('button', { name: 'Save Changes' }).click()
      await expect(tab.getByText('Product updated successfully')).toBeVisible()
      await expect(rowOf(tab, 'Rye and walnut loaf')).toContainText('Stock 9')
      await tab.close()
      await reload(visitor)
      await expect(visitor.getByText('£8.00').first()).toBeVisible()
    })

    await visitor.context().close()
  })
})

test.describe('On a desktop', () => {
  test('a seller exports the products, changes the file and imports it', { tag: ['@desktop', '@chromium'] }, async ({
    page,
    request,
  }) => {
    const kitchen = await createShop()
    for (const n of [1, 2, 3]) await kitchen.addProduct({ name: `Bake ${n}`, price: n }, { Whole: 0 })
    await setSession(page, await signInMember(request, kitchen.owner.email, password))
    await visit(page, '/seller/products')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const exported = await readFile(await (await downloading).path(), 'utf8')
    expect(exported.split('\r\n')).toHaveLength(5)

    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import products' })
    const buffer = Buffer.from(exported.replace('Bake 3', 'Baked anew'))
    await dialog.getByLabel('CSV file').setInputFiles({ name: 'bakes.csv', mimeType: 'text/csv', buffer })
    await expect(dialog.getByText('0 new, 3 to update, 0 lines with errors')).toBeVisible()
    await expectAccessibleState(page)
    await dialog.getByRole('button', { name: 'Import 3 products' }).click()
    await expect(page.getByText('0 added, 3 updated')).toBeVisible()
    const rows = await selectRows('products', `shop_id=eq.${kitchen.shop.id}&select=name&order=price`)
    expect(rows).toEqual(['Bake 1', 'Bake 2', 'Baked anew'].map((name) => ({ name })))
  })

  test.slow()

  test('a seller searches, sorts, edits, exports and imports products in the table', {
    tag: ['@desktop', '@chromium', '@long'],
  }, async ({ page, request, expectedErrors }) => {
    const kitchen = await createShop()
    await setSession(page, await signInMember(request, kitchen.owner.email, password))

    // The server renders the loading state, since it does not know the session.
    expect(await (await request.get('/seller/products')).text()).toContain('Loading products...')
    await visit(page, '/seller/products')
    await expect(page.getByRole('heading', { name: 'No Products Yet' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add Your First Product' })).toHaveAttribute(
      'href',
      '/seller/create-product',
    )
    for (let number = 1; number <= 30; number += 1) {
      const values =
        number === 30 ? { allergens: null, category: null } : { category: 'Cakes', is_bestseller: number === 7 }
      await kitchen.addProduct({ name: `Bake ${number}`, price: number, stock: 40 - number, ...values })
    }

    await visit(page, '/seller/products')
    const head = table(page).getByRole('columnheader')
    await expect(head).toHaveText(['Product Name', 'Price', 'Category', 'Stock', 'Status', 'Actions'])
    const names = table(page).getByRole('rowheader')
    await expect(names).toHaveCount(25)
    await expect(names.first()).toHaveText('Bake 30')
    await expect(rowOf(page, 'Bake 30')).toContainText('Allergens undeclared: cannot be bought')
    await expect(rowOf(page, 'Bake 30')).toContainText('Uncategorized')
    await expect(rowOf(page, 'Bake 7')).toContainText('Bestseller')
    await expectAccessible(page)

    await head.filter({ hasText: 'Price' }).getByRole('button').click()
    await expect(names.first()).toHaveText('Bake 1')
    await expect(head.filter({ hasText: 'Price' })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(names).toHaveCount(5)
    await page.getByLabel('Search your products').fill('bake 2')
    await expect(page.getByText('12 products')).toBeVisible()
    await expect(page).toHaveURL(/q=bake\+2&sort=price$/)
    await page.getByLabel('Search your products').fill('%_"*(')
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
    await page.getByRole('button', { name: 'Show all products' }).click()
    await expect(names).toHaveCount(25)

    await page.getByRole('button', { name: 'Edit prices and stock' }).click()
    await page.getByLabel('Price of Bake 2', { exact: true }).fill('2.505')
    await expect(page.getByText('Please enter a valid price.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save all' })).toBeDisabled()
    await page.getByLabel('Price of Bake 2', { exact: true }).fill('2.50')
    await page.getByLabel('Stock of Bake 3', { exact: true }).fill('0')
    // A search without matches keeps the unsaved edits.
    await page.getByLabel('Search your products').fill('nothing like it')
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
    await page.getByRole('button', { name: 'Show all products' }).click()
    await expect(page.getByLabel('Stock of Bake 3', { exact: true })).toHaveValue('0')
    await page.getByRole('button', { name: 'Save all' }).click()
    await expect(page.getByText('2 products updated successfully')).toBeVisible()
    await expect(rowOf(page, 'Bake 2 ').or(rowOf(page, 'Bake 2')).first()).toContainText('£2.50')

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    const exported = await readFile(await download.path(), 'utf8')
    expect(exported.split('\r\n')).toHaveLength(32)

    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import products' })
    const file = (text: string) => ({ name: 'bakes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await dialog.getByLabel('CSV file').setInputFiles(file('name,price\nScone,much\nRoll,1\n'))
    await expect(dialog.getByText('Line 2 price: Please enter a valid price.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Import 1 product and skip lines with errors' })).toBeEnabled()
    await dialog.getByText('How to write variations, choices and questions').click()
    await expect(dialog.getByText('Topping = Walnuts: 1.50 [contains walnut] | Cherries: 1')).toBeVisible()
    await expectAccessible(page)
    const changed = exported.replace('Bake 30', 'Baked anew').concat('\r\n')
    await dialog.getByLabel('CSV file').setInputFiles(file(changed))
    await expect(dialog.getByText('0 new, 30 to update, 0 lines with errors')).toBeVisible()
    await dialog.getByRole('button', { name: 'Import 30 products' }).click()
    await expect(page.getByText('0 added, 30 updated')).toBeVisible()

    // An import that fails halfway continues from the first line not imported.
    let batches = 0
    expectedErrors.push(/status of 400/)
    await page.route('**/rpc/import_products', async (route) => {
      batches += 1
      if (batches !== 2) return route.continue()
      await route.fulfill({ status: 400, json: { message: 'Enough.', hint: 'too_many', details: '{"line": 105}' } })
    })
    await page.getByRole('button', { name: 'Import' }).click()
    const many = Array.from({ length: 120 }, (_, n) => `Crumpet ${n}`).join('\n')
    await dialog.getByLabel('CSV file').setInputFiles(file(`name\n${many}`))
    await dialog.getByRole('button', { name: 'Import 120 products' }).click()
    await expect(dialog.getByText('The first 100 were imported; the rest were not. Line 105: Enough.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Import 20 products' }).click()
    await expect(page.getByText('20 added, 0 updated')).toBeVisible()
    await expect(page.getByText('150 products')).toBeVisible()

    await page.getByLabel('Search your products').fill('anew')
    await expect(names).toHaveText(['Baked anew'])
    await chooseMore(page, 'Baked anew', 'Duplicate')
    await expect(page.getByRole('heading', { name: 'Edit Product' })).toBeVisible()
    await expect(page.getByLabel('Product Name')).toHaveValue('Baked anew (copy)')

    await test.step('failed requests show an error', async () => {
      expectedErrors.push(/status of 4\d\d/)
      const fails = (json: object) => (route: Route) => route.fulfill({ status: 400, json })
      const constraint = { code: '23514', message: 'violates check constraint "x"' }
      await page.route('**/rpc/save_product', fails(constraint))
      await page.getByRole('button', { name: 'Save Draft' }).click()
      await expect(toast(page, 'Failed to update product')).toBeVisible()
      await page.getByRole('link', { name: 'Back to Products' }).click()
      await page.getByRole('link', { name: 'Add New Product' }).click()
      await page.getByLabel('Product Name').fill('X')
      await page.getByLabel('Or add a picture by URL').fill('cake.png')
      await page.getByRole('button', { name: 'Save Draft' }).click()
      await expect(page.getByText('Product name must be at least 2 characters.')).toBeVisible()
      await expect(page.getByText('Please enter a valid URL.')).toBeVisible()
      await expect(page.getByLabel('Price (£)')).toHaveValue('0')
      await page.getByLabel('Product Name').fill('Xa')
      await page.getByLabel('Or add a picture by URL').fill('https://127.0.0.1/cake.png')
      await page.getByRole('button', { name: 'Add picture by URL' }).click()
      await expect(page.getByText('Pictures are fetched from public web addresses only.')).toBeVisible()
      await page.getByLabel('Or add a picture by URL').fill('')
      await page.getByRole('button', { name: 'Save Draft' }).click()
      await expect(toast(page, 'Failed to create product. Please try again.')).toBeVisible()
      await page.route('**/rpc/save_product', fails({ hint: 'shop', message: 'You need to create a shop first' }))
      await page.getByRole('button', { name: 'Save Draft' }).click()
      await expect(toast(page, 'You need to create a shop first')).toBeVisible()

      await page.getByRole('link', { name: 'Back to Products' }).click()
      await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
      await expect(page.getByLabel('Product Name')).toHaveValue('Xa')
      await page.getByRole('link', { name: 'Back to Products' }).click()
      await page.getByRole('button', { name: 'Leave', exact: true }).click()
      await page.route('**/rpc/save_product', fails(constraint))
      await page.getByRole('button', { name: 'Edit Baked anew (copy)', exact: true }).click()
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(toast(page, 'Failed to update product')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.route('**/rest/v1/products?*', fails({ message: 'No.' }))
      await page.getByRole('button', { name: 'Delete Baked anew (copy)', exact: true }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(toast(page, 'Failed to delete product')).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.goto('/seller/products')
      await expect(page.getByRole('heading', { name: 'Error loading products' })).toBeVisible()
    })
  })

  test('only the seller of an order can print its labels, with the items as bought', {
    tag: ['@desktop', '@long'],
  }, async ({ page, request }) => {
    const seller = await signInMember(request, 'seller@tuckbox.test')
    const found = await request.get(
      '/rest/v1/shops?select=name,orders!inner(id,items:order_items(name,quantity))&orders.status=eq.processing&orders.limit=1',
      {
        headers: { ...seller.headers, accept: 'application/vnd.pgrst.object+json' },
        params: { user_id: `eq.${seller.id}` },
      },
    )
    const { name, orders } = await found.json()
    const [{ id, items }] = orders
    await setSession(page, seller)
    await visit(page, `/seller/orders/${id}/labels`)
    const labels = page.getByRole('article')
    const pieces = items.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)
    await expect(labels).toHaveCount(pieces)
    await expect(labels.first()).toContainText(name)
    await expect(labels.first()).toContainText(`Order${await orderNumber(id)}`)
    await expect(labels.first()).toContainText('Ingredients')
    await expectAccessible(page)

    const { owner } = await createShop()
    await setSession(page, await signInMember(request, owner.email, password))
    await visit(page, `/seller/orders/${id}/labels`)
    await expect(page.getByText('This order doesn’t exist or isn’t yours.')).toBeVisible()
  })
})
