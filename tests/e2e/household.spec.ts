import type { Page } from '@playwright/test'
import { allFree } from '../declarations.ts'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, listingStatus, openSignIn, reload, signIn, storeBefore, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession } from './members.ts'
import { placePaidOrder } from './orders.ts'
import { createShop, insertRows, selectRows, updateRow } from './shop-fixtures.ts'

const daughter = {
  id: '0b8a0b5e-7f4e-4f57-9b61-2f6f3c1f0a11',
  name: 'My daughter',
  avoid_contains: [],
  avoid_traces: ['nuts', 'peanuts'],
  avoid_others: [],
  diets: [],
}

/** The browser of a visitor who has saved a household before. */
async function withHousehold(page: Page, people: readonly object[] = [daughter]): Promise<void> {
  await storeBefore(page, 'tuckbox-household', people)
}

const bar = (page: Page) => page.getByRole('region', { name: 'Household' })
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

test('A parent adds a nut-allergic daughter, and every list shows only what is declared free of nuts', async ({
  page,
}) => {
  await visit(page, '/household')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a person' })
  await dialog.getByLabel('Name').fill('My daughter')
  await dialog.getByRole('checkbox', { name: 'All nuts' }).click()
  await expect(dialog.getByRole('radio', { name: 'Not even traces' })).toBeChecked()
  await expectAccessibleState(page)
  await dialog.getByRole('button', { name: 'Add this person' }).click()
  await expect(dialog.getByText('Please agree, or we cannot save this.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'I agree that Tuckbox stores this for me' }).click()
  await dialog.getByRole('button', { name: 'Add this person' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'My daughter' })).toBeVisible()

  await visit(page, '/search?q=victoria+sponge')
  await expect(card(page, 'Victoria Sponge')).toHaveCount(0)
  await page.getByRole('button', { name: /^Show (\d+ that don’t|1 that doesn’t) fit$/ }).click()
  await expect(card(page, 'Victoria Sponge')).toContainText('may contain almond and walnut')

  await visit(page, '/search?q=cake')
  await expect(bar(page)).toContainText('Avoiding: nuts (my daughter)')
  await expect(card(page, 'Nut-Free Birthday Cake')).toContainText(
    'Declared free of tree nuts, made in a kitchen that handles tree nuts',
  )
  await expect(card(page, 'Carrot & Walnut Cake')).toHaveCount(0)
  await expectAccessibleState(page)

  await page.getByRole('button', { name: /^Show \d+ that don’t fit$/ }).click()
  await expect(card(page, 'Carrot & Walnut Cake')).toContainText('contains walnut')

  await bar(page).getByRole('button', { name: 'Switch off for this visit' }).click()
  await expect(bar(page)).toContainText('Not checking food for your household')
  await expect(card(page, 'Carrot & Walnut Cake')).not.toContainText('contains walnut')
  await reload(page)
  await expect(bar(page).getByRole('button', { name: 'Switch on' })).toBeVisible()
  await expect(card(page, 'Carrot & Walnut Cake')).toBeVisible()
})

test('No list shows unsafe food, not even before it is checked', async ({ page }) => {
  const { shop, addProduct } = await createShop('Nutty Corner')
  await addProduct({ name: 'Walnut Whirl', allergens: { nuts: 'contains', walnut: 'contains' } })
  await addProduct({ name: 'Plain Scone' })
  await withHousehold(page)
  // Every frame from the first HTML on is looked at.
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenUnsafe: seen })
    const look = () => {
      for (const link of document.querySelectorAll('[data-food] article a'))
        if (/Walnut Whirl/.test(link.textContent ?? '') && link.checkVisibility({ visibilityProperty: true }))
          seen.push(document.location.pathname)
      requestAnimationFrame(look)
    }
    document.addEventListener('tuckbox:hydrated', look)
    setTimeout(look, 400)
  })
  for (const path of [`/shop/${shop.slug}`, '/search?q=whirl', '/search?q=scone']) {
    await visit(page, path)
    await expect(bar(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(card(page, 'Walnut Whirl')).toHaveCount(0)
    expect(await page.evaluate(() => Reflect.get(window, 'seenUnsafe'))).toEqual([])
  }
  await visit(page, `/shop/${shop.slug}`)
  await expect(page.getByRole('button', { name: 'Show 1 that doesn’t fit' })).toBeVisible()
  await expect(card(page, 'Plain Scone')).toBeVisible()

  // The other product of the shop, below a product.
  const scone = await addProduct({ name: 'Cheese Scone' })
  await visit(page, scone.path)
  await expect(page.getByRole('heading', { name: 'More from Nutty Corner' })).toBeVisible()
  await expect(card(page, 'Plain Scone')).toBeVisible()
  await expect(card(page, 'Walnut Whirl')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show 1 that doesn’t fit' })).toBeVisible()
})

test('A shopper who searches without nuts keeps that in one tap, and takes it back', { tag: '@long' }, async ({
  page,
}) => {
  await visit(page, '/search?q=cake+no+nuts')
  const offer = page.getByRole('button', { name: 'Always avoid nuts' })
  await expect(page.getByRole('main')).toContainText('You then agree that Tuckbox stores this for you.')
  await expectAccessible(page)
  await offer.click()
  await expect(bar(page)).toContainText('Avoiding: nuts (me)')
  await expect(offer).toHaveCount(0)
  await expect(listingStatus(page)).toBeFocused()
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(offer).toBeVisible()
  await offer.click()
  await visit(page, '/search?q=cake+nut+free')
  await expect(bar(page)).toContainText('Avoiding: nuts (me)')
  await expect(offer).toHaveCount(0)
})

test('A member keeps what a search excludes for another person of the household', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const member = await createMember(request, 'Robin')
  await insertRows('household_people', [
    { user_id: member.id, id: crypto.randomUUID(), name: 'My daughter', avoid_traces: ['eggs'] },
  ])
  await setSession(page, member)
  await visit(page, '/search?q=cake+no+milk')
  await page.getByRole('combobox', { name: 'For whom' }).selectOption('For my daughter')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Always avoid milk' }).click()
  const saved = () => selectRows('household_people', `user_id=eq.${member.id}&select=name,avoid_traces`)
  await expect.poll(saved).toEqual([{ name: 'My daughter', avoid_traces: ['eggs', 'milk'] }])
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(saved).toEqual([{ name: 'My daughter', avoid_traces: ['eggs'] }])
})

test('A product that does not fit warns, and is added only after a question', async ({ page }) => {
  const { addProduct } = await createShop('Nutty Corner')
  const allergens = { nuts: 'contains', walnut: 'contains', peanuts: 'free', milk: 'free' } as const
  const declared = Object.fromEntries(
    [
      'celery',
      'gluten',
      'crustaceans',
      'eggs',
      'fish',
      'lupin',
      'molluscs',
      'mustard',
      'sesame',
      'soya',
      'sulphites',
    ].map((key) => [key, 'free']),
  )
  const { path } = await addProduct(
    { name: 'Walnut Whirl', allergens: { ...declared, ...allergens }, ingredients: 'Walnuts, kiwi' },
    { Plain: 0 },
  )
  await withHousehold(page, [{ ...daughter, avoid_others: ['kiwis', 'mango'] }])
  await visit(page, path)
  const warning = page.getByRole('alert').filter({ hasText: 'does not fit your household' })
  await expect(warning).toContainText('This contains walnut. My daughter avoids nuts.')
  const main = page.getByRole('main')
  await expect(main).toContainText('The seller’s text mentions kiwis. My daughter avoids kiwis.')
  await expect(main).toContainText('Could not be checked: mango.')
  await expectAccessibleState(page)

  await page.getByRole('button', { name: 'Add to basket' }).click()
  const question = page.getByRole('dialog', { name: 'Add Walnut Whirl?' })
  await expect(question).toContainText('This contains walnut. My daughter avoids nuts.')
  await expect(question).toContainText('Add anyway?')
  await expectAccessibleState(page)
  await question.getByRole('button', { name: 'Don’t add' }).click()
  await expect(page.getByRole('link', { name: 'Basket', exact: true }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Add to basket' }).click()
  await question.getByRole('button', { name: 'Add anyway' }).click()
  await expect(toast(page, 'Added to basket')).toBeVisible()
  // It asks once.
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect(page.getByRole('link', { name: 'Basket, 2 items' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Basket, 2 items' }).first().click()
  await expect(page.getByRole('main')).toContainText('This contains walnut. My daughter avoids nuts.')
})

test('Without a household, cards and the basket answer for what the page avoids', { tag: '@long' }, async ({
  page,
}) => {
  const nuts = 'avoid=nuts,peanuts'
  for (const path of [
    `/search?q=birthday+cake&${nuts}`,
    '/search?q=nut+free+birthday+cake',
    `/category/Cakes?${nuts}`,
  ]) {
    await visit(page, path)
    await expect(card(page, 'Nut-Free Birthday Cake'), path).toContainText(
      'Declared free of tree nuts, made in a kitchen that handles tree nuts',
    )
    await expect(page.getByRole('article').filter({ hasNotText: /free of (tree )?nuts/i }), path).toHaveCount(0)
  }
  await expectAccessible(page)

  const { shop, addProduct } = await createShop('Nutty Filters')
  await addProduct({ name: 'Plain Scone', allergens: { ...allFree, milk: 'contains' } })
  const walnut = { nuts: 'contains', walnut: 'contains' } as const
  const { path } = await addProduct({ name: 'Walnut Whirl', allergens: { ...allFree, ...walnut } }, { Plain: 0 })
  await visit(page, `/shop/${shop.slug}?${nuts}`)
  await expect(card(page, 'Plain Scone')).toContainText(/free of nuts/i)
  await expect(card(page, 'Walnut Whirl')).toHaveCount(0)

  await visit(page, `${path}?${nuts}`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This does not fit your filters.')
  await expect(card(page, 'Plain Scone')).toContainText(/free of nuts/i)
  await page.getByRole('button', { name: 'Add to basket' }).click()
  const question = page.getByRole('dialog', { name: 'Add Walnut Whirl?' })
  await expect(question).toContainText('This contains walnut. You avoid nuts.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Add anyway' }).click()
  await expect(toast(page, 'Added to basket')).toBeVisible()
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page.getByRole('link', { name: 'Basket, 2 items' }).first().click()
  await expect(page).toHaveURL(/\/cart\?avoid=nuts/)
  await expect(page.getByRole('main')).toContainText('This contains walnut. You avoid nuts.')

  // Without the filter there is nothing to say or to ask.
  await visit(page, `/shop/${shop.slug}`)
  await expect(card(page, 'Walnut Whirl')).not.toContainText('walnut')
})

test('Favourites leave out what does not fit, and “same again” asks first', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const kitchen = await createShop('Nutty Corner')
  await kitchen.addPickupWindows()
  const sale = { available_for_pickup: true, stock: 5 }
  const nuts = { nuts: 'contains', walnut: 'contains' } as const
  const scone = await kitchen.addProduct({ ...sale, name: 'Plain Scone' }, { Plain: 0 })
  // Its seller declares the nuts after the order.
  const whirl = await kitchen.addProduct({ ...sale, name: 'Walnut Whirl' }, { Plain: 0 })
  const member = await createMember(request, 'Robin')
  await insertRows('favourites', [
    { user_id: member.id, product_id: scone.id },
    { user_id: member.id, product_id: whirl.id },
  ])
  const items = [scone, whirl].map(({ id }) => ({ product_id: id, variation: 'Plain' }))
  const [order] = (await placePaidOrder(request, member, [{ kitchen, items }])).orders
  await updateRow('products', whirl.id, { allergens: { ...allFree, ...nuts } })
  await setSession(page, member)
  await withHousehold(page, [{ ...daughter, id: crypto.randomUUID() }])

  await visit(page, '/profile?tab=favorites')
  await expect(bar(page)).toContainText('Avoiding: nuts (my daughter)')
  await expect(card(page, 'Plain Scone')).toContainText(/free of nuts/i)
  await expect(card(page, 'Walnut Whirl')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show 1 that doesn’t fit' }).click()
  await expect(card(page, 'Walnut Whirl')).toContainText('contains walnut')
  await expectAccessible(page)

  await visit(page, order?.path ?? '')
  await page.getByRole('button', { name: /^Same again for / }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('This contains walnut. My daughter avoids nuts.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Leave them out' }).click()
  const outcome = page.getByRole('status').filter({ hasText: 'to your basket' })
  await expect(outcome).toContainText('1 item added to your basket.')
  await expect(outcome.getByRole('listitem')).toHaveText([
    /^Walnut Whirl.*It now contains walnut\./,
    /^Walnut Whirl.*does not fit/,
  ])
  await outcome.getByRole('link', { name: 'Go to basket' }).click()
  await expect(page.getByLabel('Quantity of Plain Scone')).toHaveValue('1')
  await expect(page.getByLabel('Quantity of Walnut Whirl')).toHaveCount(0)
})

test('A household follows the account, and leaves the browser with it', { tag: ['@desktop', '@long'] }, async ({
  page,
  request,
  browser,
}) => {
  const member = await createMember(request, 'Robin')
  await withHousehold(page)
  await visit(page, '/household')
  await openSignIn(page)
  await signIn(page, member.email, password)
  const saved = () => selectRows('household_people', `user_id=eq.${member.id}&select=name,avoid_traces`)
  await expect.poll(saved).toEqual([{ name: 'My daughter', avoid_traces: ['nuts', 'peanuts'] }])

  const other = await (await browser.newContext({ baseURL: test.info().project.use.baseURL })).newPage()
  await visit(other, `${process.env.E2E_URL}/household`)
  await openSignIn(other)
  await signIn(other, member.email, password)
  await expect(other.getByRole('heading', { level: 2, name: 'My daughter' })).toBeVisible()
  await other.getByRole('button', { name: 'Remove My daughter' }).click()
  await expect.poll(saved).toEqual([])
  await other.context().close()
})

test('The household is in no request’s address, no cookie and no page of the server', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  await withHousehold(page, [{ ...daughter, name: 'Quillfeather', avoid_others: ['rambutan'] }])
  const traces: string[] = []
  page.on('request', (request) => {
    if (/quillfeather|rambutan|nuts|daughter/i.test(request.url())) traces.push(request.url())
    if (/quillfeather|rambutan/i.test(request.postData() ?? '')) traces.push(request.url())
  })
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'document' && /quillfeather/i.test(await response.text()))
      traces.push('document')
  })
  for (const path of ['/', '/category/Cakes', '/occasion/birthday', '/search?q=cake']) {
    await visit(page, path)
    await expect(bar(page)).toContainText('rambutan')
    await expect(listingStatus(page)).toHaveText(/\d/)
  }
  expect(await page.evaluate(() => document.cookie)).not.toMatch(/quillfeather|household/i)
  expect(traces).toEqual([])
})
