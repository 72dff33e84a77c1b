import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { plainChoice } from '#domain/food/plain-choice'
import { type Answers, Counted, failed, inTurn, merged, refused } from './answers.ts'
import { button, dialog, expectAccessible, expectNoOverflow, heading, link, main, toast } from './expectations.ts'
import { openPage } from './open-page.tsx'
import { idOf, longWord, order, orderId, ownShop, product, productId, productRow, walnut } from './rows.ts'

const save = 'POST /rest/v1/rpc/save_product'

const usual: Answers = {
  'GET /rest/v1/shops': [ownShop],
  'POST /rest/v1/rpc/held_stock': [],
  'POST /rest/v1/rpc/waitlist_counts': [],
}

const open = (path: string, answers: Answers = {}) => openPage(path, { member: {}, answers: merged(usual, answers) })

/** Rows of the table are cards on a phone. */
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })

describe('the products of a seller', () => {
  const openTable = (rows: Answers['GET /rest/v1/products'], answers: Answers = {}, query = '') =>
    open(`/seller/products${query}`, merged({ 'GET /rest/v1/products': rows }, answers))

  it('are none at first', async () => {
    await openTable([])
    await expect.element(heading('No Products Yet')).toBeVisible()
    await expect.element(link('Add Your First Product')).toHaveAttribute('href', '/seller/create-product')
    await expectAccessible()
  })

  it('say which cannot be bought', async () => {
    await openTable([{ ...productRow, allergens: null, allergens_declared: false, category: null }])
    await expect.element(rowOf('Cinnamon bun')).toHaveTextContent('Allergens undeclared: cannot be bought')
    await expect.element(rowOf('Cinnamon bun')).toHaveTextContent('Uncategorized')
    await expectAccessible()
  })

  it('are shown by 25', async () => {
    const rows = Array.from({ length: 25 }, (_, n) => ({ ...productRow, id: idOf(2, n + 1), name: `Bake ${n + 1}` }))
    const opened = await openTable(new Counted(rows, 30))
    await expect.element(main().getByText('30 products')).toBeVisible()
    await button('Next page').click()
    await expect.poll(opened.path).toBe('/seller/products?page=2')
    const last = () => opened.requests('GET /rest/v1/products').at(-1)?.url.searchParams
    await expect.poll(() => [last()?.get('offset'), last()?.get('limit')]).toEqual(['25', '25'])
  })

  it('that are not found lead back to all', async () => {
    const opened = await openTable(inTurn([], [productRow]), {}, '?q=%25_%22*%28')
    await expect.element(heading('No products found')).toBeVisible()
    await button('Show all products').click()
    await expect.element(rowOf('Cinnamon bun')).toBeVisible()
    expect(opened.path()).toBe('/seller/products')
  })

  it('have prices and stock that are changed together, with errors at each', async () => {
    const change = 'POST /rest/v1/rpc/save_prices_and_stock'
    const opened = await openTable([productRow], { [change]: [{ id: productId }] })
    await button('Edit prices and stock').click()
    const price = page.getByLabelText('Price of Cinnamon bun', { exact: true })
    await price.fill('2.505')
    await expect.element(main().getByText('Please enter a valid price.')).toBeVisible()
    await expect.element(button('Save all')).toBeDisabled()
    await price.fill('2.50')
    await page.getByLabelText('Stock of Cinnamon bun', { exact: true }).fill('0')
    await button('Save all').click()
    await expect.element(toast('1 product updated successfully')).toBeVisible()
    expect(JSON.stringify(opened.requests(change)[0]?.body)).toContain('"price":2.5')
  })

  it('that could not be deleted stay', async () => {
    await openTable([productRow], { 'DELETE /rest/v1/products': failed })
    await button('Delete Cinnamon bun').click()
    const question = dialog('Are you sure?')
    await expect.element(question).toHaveTextContent('This action cannot be undone.')
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.element(toast('Failed to delete product')).toBeVisible()
    await expect.element(rowOf('Cinnamon bun')).toBeVisible()
  })

  it('wrap long names', async () => {
    await openTable([{ ...productRow, name: longWord, category: longWord }])
    await expect.element(rowOf(longWord)).toBeVisible()
    expectNoOverflow()
  })
})

describe('an import of products', () => {
  async function importFile(text: string, answers: Answers = {}) {
    const opened = await open(
      '/seller/products',
      merged({ 'GET /rest/v1/products': [], 'GET /rest/v1/orders': [] }, answers),
    )
    await button('Import').click()
    const form = dialog('Import products')
    await userEvent.upload(form.getByLabelText('CSV file'), new File([text], 'bakes.csv', { type: 'text/csv' }))
    return { opened, form }
  }

  it('names each line with an error', async () => {
    const { form } = await importFile('name,price\nScone,much\nRoll,1\n')
    await expect.element(form.getByText('Line 2 price: Please enter a valid price.')).toBeVisible()
    await expect
      .element(form.getByRole('button', { name: 'Import 1 product and skip lines with errors' }))
      .toBeEnabled()
    await expectAccessible()
  })

  it('that fails halfway continues from the first line that was not imported', async () => {
    const many = Array.from({ length: 120 }, (_, n) => `Crumpet ${n}`).join('\n')
    const { form } = await importFile(`name\n${many}`, {
      'POST /rest/v1/rpc/import_products': inTurn(
        { added: 100, changed: 0 },
        refused({ message: 'Enough.', hint: 'too_many', details: '{"line": 105}' }),
        { added: 20, changed: 0 },
      ),
    })
    await form.getByRole('button', { name: 'Import 120 products' }).click()
    await expect
      .element(form.getByText('The first 100 were imported; the rest were not. Line 105: Enough.'))
      .toBeVisible()
    await form.getByRole('button', { name: 'Import 20 products' }).click()
    await expect.element(page.getByText('20 added, 0 updated')).toBeVisible()
  })
})

describe('a new product', () => {
  const create = (answers: Answers = {}) =>
    open('/seller/create-product', merged({ 'GET /rest/v1/shop_records': [], 'GET /rest/v1/products': [] }, answers))

  it('shows what is wrong with its draft', async () => {
    await create()
    await page.getByLabelText('Product Name').fill('X')
    await page.getByLabelText('Or add a picture by URL').fill('cake.png')
    await button('Save Draft').click()
    await expect.element(main().getByText('Product name must be at least 2 characters.')).toBeVisible()
    await expect.element(main().getByText('Please enter a valid URL.')).toBeVisible()
    await expectAccessible()
  })

  it('has to declare every allergen before it is published', async () => {
    const opened = await create()
    await page.getByLabelText('Product Name').fill('Rye loaf')
    await page.getByLabelText('Price (£)').fill('6.50')
    await button('Create Product').click()
    await expect.element(main().getByText(/^Please declare before publishing: Celery, /)).toBeVisible()
    expect(opened.requests(save)).toEqual([])
  })

  it.each([
    ['for developers', failed, 'Failed to create product. Please try again.'],
    [
      'for members',
      refused({ hint: 'shop', message: 'You need to create a shop first' }),
      'You need to create a shop first',
    ],
  ])('that is refused shows an error %s', async (_, refusal, text) => {
    await create({ [save]: refusal })
    await page.getByLabelText('Product Name').fill('Rye loaf')
    await button('Save Draft').click()
    await expect.element(toast(text)).toBeVisible()
    await expect.element(page.getByLabelText('Product Name')).toHaveValue('Rye loaf')
  })

  it('is not left unsaved without a question', async () => {
    const opened = await create()
    await page.getByLabelText('Product Name').fill('Rye loaf')
    await link('Back to Products').click()
    await dialog('Leave without saving?').getByRole('button', { name: 'Stay' }).click()
    await expect.element(page.getByLabelText('Product Name')).toHaveValue('Rye loaf')
    expect(opened.path()).toBe('/seller/create-product')
  })
})

describe('editing a product', () => {
  const own = {
    ...product,
    images: [],
    variations: [],
    option_groups: [
      {
        id: idOf(80),
        name: 'Topping',
        is_required: true,
        max_choices: 1,
        position: 0,
        choices: [
          { id: idOf(81), name: 'Cherries', price_delta: 0, stock: null, ...plainChoice, position: 0 },
          { id: idOf(81, 2), name: 'Jam', price_delta: 0, stock: null, ...plainChoice, position: 1 },
        ],
      },
    ],
  }
  const edit = (answers: Answers = {}) =>
    open(
      `/seller/products/${productId}/edit`,
      merged(
        {
          'GET /rest/v1/products': [own],
          'GET /rest/v1/shop_records': [],
          'GET /rest/v1/product_pickup_schedules': [],
        },
        answers,
      ),
    )

  it('tells which buyers are told of changed allergens, and whom the seller has to tell', async () => {
    const one = { id: orderId, number: 'HC-1042', items: [] }
    await edit({
      'GET /rest/v1/orders': ({ url }) => new Counted([one], url.searchParams.has('buyer_id') ? 1 : 2),
    })
    await page.getByRole('radiogroup', { name: 'Celery' }).getByLabelText('Contains').click()
    await expect.element(main()).toHaveTextContent('2 open orders contain this product.')
    await expect.element(main()).toHaveTextContent('When you save, 1 buyer is told')
    await expect.element(main()).toHaveTextContent('1 customer has no account. Please tell them yourself:')
    await expect.element(link('order HC-1042')).toBeVisible()
    await expectAccessible()
  })

  it('does not open one of another shop', async () => {
    await edit({ 'GET /rest/v1/products': [] })
    await expect.element(link('Back to Products')).toBeVisible()
  })
})

describe('the labels of a product', () => {
  const labels = (more: object) =>
    open(`/seller/products/${productId}/label`, {
      'GET /rest/v1/products': [{ ...product, variations: [], option_groups: [], questions: [], ...more }],
      'GET /rest/v1/shop_records': [],
    })

  it('warn of allergens that the ingredients do not name', async () => {
    await labels({ allergens: walnut })
    await expect.element(main()).toHaveTextContent('The ingredients do not name all declared allergens.')
    await expectAccessible()
  })

  it('warn for each variation that adds some', async () => {
    const variation = { price_delta: 0, stock: null, ...plainChoice, position: 0 }
    await labels({
      variations: [
        { ...variation, name: 'Plain', allergens: {} },
        { ...variation, name: 'Nutty', allergens: { nuts: 'contains', walnut: 'contains' } },
      ],
    })
    await page.getByLabelText('Number of labels for Cinnamon bun, Nutty').fill('1')
    await expect.element(main()).toHaveTextContent('Nutty: The ingredients do not name all declared allergens.')
    await expect.element(main()).not.toHaveTextContent('Plain: The ingredients')
  })
})

describe('labels on real stock', () => {
  const millimetre = 96 / 25.4
  const labelled = () => page.getByRole('article', { name: 'Label of Cinnamon bun' }).elements()

  /** Where the label at this place lies on its sheet, and its smallest letter x, in millimetres. */
  function cellAt(place: number) {
    const label = labelled().at(place)
    const cell = label?.parentElement
    const sheet = label?.closest('ul')
    if (!label || !cell || !sheet) throw new Error('A label lies in no cell.')
    const [box, frame] = [cell.getBoundingClientRect(), sheet.getBoundingClientRect()]
    const fonts = new Set([label, ...label.querySelectorAll('*')].map((element) => getComputedStyle(element).font))
    return {
      corner: [(box.left - frame.left) / millimetre, (box.top - frame.top) / millimetre],
      size: [box.width / millimetre, box.height / millimetre],
      xHeight: Math.min(...[...fonts].map(xHeightOf)) / millimetre,
      isCut: cell.scrollHeight > cell.clientHeight || cell.scrollWidth > cell.clientWidth,
    }
  }

  function xHeightOf(font: string): number {
    const probe = document.createElement('span')
    probe.style.cssText = `position:absolute;height:100ex;font:${font}`
    document.body.append(probe)
    const { height } = probe.getBoundingClientRect()
    probe.remove()
    return height / 100
  }

  const words = (length: number) => 'wheat flour, water, salt, sugar, '.repeat(200).slice(0, length)
  const openLabels = (ingredients: string, copies: number) =>
    open(`/seller/products/${productId}/label`, {
      'GET /rest/v1/products': [{ ...product, variations: [], option_groups: [], questions: [], ingredients }],
      'GET /rest/v1/shop_records': [{ label_name: 'Corner Bakery Ltd', label_address: '1 High Street, London' }],
    }).then(() => page.getByLabelText('Number of labels').fill(String(copies)))

  it.each([
    ['Avery L7160, J8160: 21 a sheet', 21, [63.5, 38.1], [7.25, 15.15], [7.25 + 2 * 66, 15.15 + 6 * 38.1]],
    ['Avery L7163: 14 a sheet', 14, [99.1, 38.1], [4.65, 15.15], [4.65 + 101.6, 15.15 + 6 * 38.1]],
    ['Avery L7165: 8 a sheet', 8, [99.1, 67.7], [4.65, 13.1], [4.65 + 101.6, 13.1 + 3 * 67.7]],
    ['62 mm roll', 1, [62, 100], [0, 0], [0, 0]],
    ['4 × 6 inch labels', 1, [101.6, 152.4], [0, 0], [0, 0]],
  ] as const)(
    '%s has each label in its cell, on the first sheet and the last',
    async (stock, count, size, first, last) => {
      const copies = Math.min(48, count * 5)
      await openLabels(words(120), copies)
      await page.getByLabelText('Size').selectOptions(stock)
      await expect.poll(() => labelled().length).toBe(copies)
      const lastSheet = Math.floor((copies - 1) / count) * count
      const places = [
        [0, first],
        [count - 1, last],
        [lastSheet, first],
      ] as const
      for (const [place, corner] of places) {
        const cell = cellAt(place)
        expect(cell.corner).toEqual(corner.map((one) => expect.closeTo(one, 1)))
        expect(cell.size).toEqual(size.map((one) => expect.closeTo(one, 1)))
        expect(cell.xHeight).toBeGreaterThanOrEqual(1.2)
        expect(cell.isCut).toBe(false)
      }
      expect(page.getByText('does not fit on this label').elements()).toEqual([])
    },
  )

  it('shrink to the legal size, and say which do not fit, up to plain paper', async () => {
    await openLabels(words(5000), 1)
    const warning = page.getByRole('alert').filter({ hasText: 'does not fit on this label' })
    await page.getByLabelText('Size').selectOptions('Avery L7160, J8160: 21 a sheet')
    for (const larger of ['Avery L7163: 14 a sheet', '62 mm roll', 'Avery L7165: 8 a sheet', '4 × 6 inch labels']) {
      await expect.element(warning).toHaveTextContent('The text of Cinnamon bun does not fit on this label')
      expect(cellAt(0).xHeight).toBeGreaterThanOrEqual(1.2)
      await page.getByRole('button', { name: `Use ${larger}` }).click()
    }
    await expect.element(warning).toHaveTextContent('Print it on plain paper instead')
    await page.getByLabelText('Size').selectOptions('2 per row')
    await expect.element(warning).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('have a use-by or a best-before date', async () => {
    await openLabels(words(60), 1)
    await page.getByLabelText('Last day is').selectOptions('Best before')
    await page.getByLabelText('Best before', { exact: true }).fill('2026-12-24')
    const label = page.getByRole('article', { name: 'Label of Cinnamon bun' })
    await expect.element(label).toHaveTextContent('Best before24 December 2026')
    await expect.element(label).not.toHaveTextContent('Use by')
  })
})

describe('the labels of an order', () => {
  it('are as many as its pieces', async () => {
    await open(`/seller/orders/${orderId}/labels`, {
      'GET /rest/v1/orders': [{ ...order, manual: null, items: [{ ...order.items[0], quantity: 2, product }] }],
      'GET /rest/v1/shop_records': [],
    })
    await expect.element(page.getByRole('article').nth(1)).toHaveTextContent('Cinnamon bun')
    expect(page.getByRole('article').elements()).toHaveLength(2)
  })

  it('of another shop are not found', async () => {
    await open(`/seller/orders/${orderId}/labels`, { 'GET /rest/v1/orders': [] })
    await expect.element(main().getByText('This order doesn’t exist or isn’t yours.')).toBeVisible()
  })
})
