/** Every link and form between pages that list food keeps what the shopper has said: allergens, day with its part, fulfilment and view. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { readAllergens } from '#domain/food/allergens'
import { isFreeOf } from '#domain/food/fit'
import { emptyHousehold } from '#domain/food/household'
import { withFilter } from '#domain/food/with-filter'
import { addDays, dayOfWeek, londonTime } from '#domain/values/calendar'
import { sampleId } from '../../supabase/sample/ids.ts'
import { allFree } from '../declarations.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, isPhone, storeBefore, test, visit } from './fixtures.ts'
import { createShop, insertRow, selectRows } from './shop-fixtures.ts'

const today = londonTime(new Date()).date

const said = {
  avoid: 'nuts,peanuts',
  by: 'pickup',
  // A Saturday, so that each day shows the same shops of the sample.
  on: addDays(today, 13 - dayOfWeek(today)),
  at: 'morning',
  near: 'leeds',
  view: 'map',
}
const saidQuery = String(new URLSearchParams(said))

const listingPages = ['', 'cart', 'category', 'drops', 'occasion', 'product', 'search', 'shop']
const segmentOf = (path: string) => new URL(path, 'http://site').pathname.split('/', 2)[1] ?? ''

/** The page that shows a path, without its parameter: 'shop' or 'shop/gift-vouchers'. */
function pageOf(path: string): string {
  const [segment = '', , rest] = new URL(path, 'http://site').pathname.slice(1).split('/')
  return rest === undefined ? segment : `${segment}/${rest}`
}

/** What a reset says, it does. */
const resets = /^(Clear all filters|Reset all filters|List view)$/

interface FoundLink {
  readonly name: string
  readonly href: string
}

async function listingLinks(page: Page): Promise<FoundLink[]> {
  const links = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => link.origin === location.origin && !link.getAttribute('href')?.startsWith('#'))
      .map((link) => ({
        name: link.getAttribute('aria-label') ?? link.textContent?.trim() ?? '',
        href: link.pathname + link.search + link.hash,
      })),
  )
  return links.filter(({ name, href }) => listingPages.includes(segmentOf(href)) && !resets.test(name))
}

/** The names of the products on cards that contain nuts, may contain them, or do not say. */
async function cardsWithNuts(page: Page): Promise<string[]> {
  const ids = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('article a[href^="/product/"]')].map(
      (link) => link.pathname.split('/')[2] ?? '',
    ),
  )
  if (ids.length === 0) return []
  const rows = await selectRows('products', `id=in.(${[...new Set(ids)].join()})&select=name,allergens`)
  const products = z.array(z.object({ name: z.string(), allergens: z.unknown() })).parse(rows)
  return products.flatMap(({ name, allergens }) => {
    const declaration = readAllergens(allergens) ?? {}
    return isFreeOf(declaration, 'nuts') && isFreeOf(declaration, 'peanuts') ? [] : [name]
  })
}

/** The filters that a link loses. A chip loses the one that it removes. */
function lostBy({ name, href }: FoundLink): string[] {
  const { searchParams } = new URL(href, 'http://site')
  return Object.entries(said)
    .filter(([parameter, value]) => searchParams.get(parameter) !== value)
    .map(([parameter]) => parameter)
    .filter((parameter) => !(name.startsWith('Remove filter: ') && removes(name, parameter)))
}

function removes(name: string, parameter: string): boolean {
  const filter = name.replace('Remove filter: ', '')
  return (
    {
      near: filter === 'Near Leeds',
      avoid: filter === 'No nuts',
      by: filter === 'Pickup',
      on: /\d/.test(filter),
      at: /\d/.test(filter),
    }[parameter] ?? false
  )
}

test('No link between pages that list food loses a filter', { tag: '@desktop' }, async ({ page }) => {
  const vouchers = '/shop/the-bermondsey-loaf/gift-vouchers'
  const queue = ['/', '/search?q=zzzzzz', '/category/Cakes', '/occasion/birthday', vouchers]
  const walked = new Set(queue.map(pageOf))
  const lost: string[] = []
  const shown: string[] = []
  while (queue.length > 0) {
    const path = queue.shift() ?? '/'
    await visit(page, path.includes('avoid=') ? path : `${path}${path.includes('?') ? '&' : '?'}${saidQuery}`)
    await page.waitForLoadState('networkidle')
    shown.push(...(await cardsWithNuts(page)).map((name) => `${path}: ${name}`))
    for (const link of await listingLinks(page)) {
      const missing = lostBy(link)
      if (missing.length > 0) lost.push(`${path}: “${link.name}” ${link.href} loses ${missing.join()}`)
      // A chip leads to fewer filters, so the walk does not continue there.
      if (link.name.startsWith('Remove filter: ')) continue
      const reached = pageOf(link.href)
      if (!walked.has(reached)) queue.push(link.href)
      walked.add(reached)
    }
  }
  // The sample has no drops.
  expect([...walked.add('drops')].sort()).toEqual([...listingPages, 'shop/gift-vouchers'])
  expect(lost).toEqual([])
  expect(shown).toEqual([])
})

test('A shop and “More from” list nothing that the URL excludes, and a product page warns of it', async ({ page }) => {
  await visit(page, `/product/${sampleId('product', 'carrot')}?avoid=nuts,peanuts`)
  await expect(page.getByRole('alert').filter({ hasText: 'This does not fit your filters.' })).toContainText('walnut')
  expect(await cardsWithNuts(page)).toEqual([])
  await page.getByRole('main').locator('a[href^="/shop/"]').first().click()
  await expect(page).toHaveURL(/\/shop\/.*avoid=nuts/)
  const chip = page.getByRole('link', { name: 'Remove filter: No nuts' })
  await expect(chip).toBeVisible()
  await expect(page.getByRole('article').first().or(page.getByText('Nothing from this shop fits'))).toBeVisible()
  expect(await cardsWithNuts(page)).toEqual([])
  await chip.click()
  await expect(page.getByRole('article').filter({ hasText: 'Carrot & Walnut Cake' })).toBeVisible()
})

test('No link of the results loses what was understood from the text', { tag: ['@desktop', '@long'] }, async ({
  page,
}) => {
  const text = 'nut free {} for saturday morning to pick up'
  for (const word of ['zzzz', 'cake']) {
    const query = String(new URLSearchParams({ q: text.replace('{}', word), avoid: 'milk' }))
    await visit(page, `/search?${query}`)
    await page.waitForLoadState('networkidle')
    const links = (await listingLinks(page)).filter(({ href }) => segmentOf(href) !== 'search')
    expect(links.length).toBeGreaterThan(5)
    for (const { name, href } of links) {
      const kept = Object.fromEntries(new URL(href, 'http://site').searchParams)
      expect(kept, name).toMatchObject({ avoid: 'milk,nuts,peanuts', by: 'pickup', at: 'morning' })
      expect(dayOfWeek(kept.on ?? ''), name).toBe(6)
    }
  }
})

/** A published drop with a bun that is free of nuts and one with walnut. */
async function createDrop(title: string) {
  const { shop, addProduct } = await createShop(title)
  const bun = await addProduct({ name: 'Dropped bun' })
  const whirl = await addProduct({
    name: 'Dropped whirl',
    allergens: { ...allFree, nuts: 'contains', walnut: 'contains' },
  })
  const times = { opens_at: new Date(Date.now() - 3_600_000).toISOString(), cut_off: addDays(said.on, 1) }
  const drop = await insertRow('drops', { shop_id: shop.id, title, is_published: true, ...times })
  await insertRow('drop_items', { drop_id: drop, product_id: bun.id, stock: 5 })
  await insertRow('drop_items', { drop_id: drop, product_id: whirl.id, stock: 5, position: 1 })
  return { shop, path: `/drops/${drop}` }
}

test('The page of a drop keeps the filters in its links, and shows the household', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  const { shop } = await createDrop('Kept bakes')
  const id = crypto.randomUUID()
  const household = withFilter(emptyHousehold, ['nuts', 'peanuts']).map((person) => ({ ...person, id }))
  await storeBefore(page, 'tuckbox-household', household)
  await visit(page, `/shop/${shop.slug}?${saidQuery}`)
  await page.getByRole('link', { name: 'Kept bakes' }).click()
  await expect(page.getByRole('link', { name: 'Dropped bun' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Household' })).toBeVisible()
  const links = await listingLinks(page)
  expect(links.map(({ href }) => segmentOf(href))).toEqual(expect.arrayContaining(['product', 'shop', 'category']))
  expect(links.filter((link) => lostBy(link).length > 0)).toEqual([])
})

test('The page of a drop leaves out what the URL or the household avoids, and shows it on request', {
  tag: '@long',
}, async ({ page, request }) => {
  const { path } = await createDrop('Avoided bakes')
  const items = page.getByRole('list', { name: 'Items' }).getByRole('listitem')
  // The server knows the URL, so nothing flashes, and nothing is shown without scripts.
  const html = await (await request.get(`${path}?avoid=nuts,peanuts`)).text()
  expect(html).toContain('Dropped bun')
  expect(html).not.toMatch(/Dropped whirl(?=[^"]*<\/a>)/)
  await visit(page, `${path}?avoid=nuts,peanuts`)
  await expect(items).toHaveText([/Dropped bun/])
  await expect(page.getByRole('main')).toContainText('Some food is left out because of your filters.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show 1 that doesn’t fit' }).click()
  await expect(items.filter({ hasText: 'Dropped whirl' })).toContainText('This contains walnut. You avoid nuts.')
  await page.getByRole('button', { name: 'Add Dropped whirl' }).click()
  const question = page.getByRole('dialog', { name: 'Add Dropped whirl?' })
  await expect(question).toContainText('You avoid nuts.')
  await question.getByRole('button', { name: 'Don’t add' }).click()

  const [me] = withFilter(emptyHousehold, ['nuts', 'peanuts'])
  const mia = [{ ...me, id: crypto.randomUUID(), name: 'Mia' }]
  await storeBefore(page, 'tuckbox-household', mia)
  await visit(page, path)
  await expect(items).toHaveText([/Dropped bun/])
  await expect(page.getByRole('main')).toContainText('Some food is left out for your household.')
  await page.getByRole('button', { name: 'Show 1 that doesn’t fit' }).click()
  await expect(items.filter({ hasText: 'Dropped whirl' })).toContainText('This contains walnut. Mia avoids nuts.')
})

test('The place that a search names is kept from page to page, until it is removed or another is chosen', {
  tag: '@long',
}, async ({ page, request }) => {
  const near = page.getByRole('link', { name: 'Remove filter: Near Leeds' })
  await visit(page, '/search?q=cake+near+leeds')
  await expect(near).toBeVisible()
  await page.waitForLoadState('networkidle')
  const links = (await listingLinks(page)).filter(({ href }) => segmentOf(href) !== 'search')
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter(({ href }) => !href.includes('near=leeds'))).toEqual([])

  // The server renders the same place.
  expect(await (await request.get('/category/Cakes?near=leeds')).text()).toContain('Near Leeds')
  for (const path of [
    '/?near=leeds',
    '/category/Cakes?near=leeds',
    '/occasion/birthday?near=leeds',
    '/search?q=bread&near=leeds',
  ]) {
    await visit(page, path)
    await expect(near, path).toBeVisible()
    const first = page.getByRole('article').first()
    await expect(first, path).toBeVisible()
  }
  await visit(page, '/category/Cakes?near=leeds')
  await expectAccessible(page)
  const shownNear = (await page.getByRole('article').allTextContents()).join()
  await near.click()
  await expect(page).toHaveURL('/category/Cakes')
  await expect.poll(async () => (await page.getByRole('article').allTextContents()).join()).not.toBe(shownNear)

  // A name that is no place changes nothing.
  await visit(page, '/category/Cakes?near=%3Cb%3Eatlantis')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Remove filter: Near/ })).toHaveCount(0)

  await visit(page, '/category/Cakes?near=leeds')
  await page
    .getByRole('button', { name: /Southwark|London SE1/ })
    .filter({ visible: true })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/category/Cakes')
  await expect(near).toHaveCount(0)
})

test('No search box loses a filter, with the app or without it', { tag: ['@both', '@long'] }, async ({
  page,
  browser,
  siteUrl,
}) => {
  const boxes = isPhone(page) ? ['main'] : ['main', 'banner']
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: page.viewportSize() })
  const plain = await context.newPage()
  let searches = 0
  for (const path of ['/', '/search?q=rye', '/category/Cakes', '/occasion/birthday']) {
    const url = `${path}${path.includes('?') ? '&' : '?'}${saidQuery}`
    for (const box of boxes) {
      for (const tab of [page, plain]) {
        if (tab === page) await visit(page, url)
        else await plain.goto(siteUrl + url)
        const field = tab.getByRole(box === 'main' ? 'main' : 'banner').locator('input[name="q"]')
        // The header's box appears once the page's own is scrolled away.
        if ((await field.count()) === 0 || !(await field.isVisible())) continue
        await field.fill('cake')
        await field.press('Enter')
        await expect(tab).toHaveURL(/\/search\?.*q=cake/)
        const { searchParams } = new URL(tab.url())
        expect(Object.fromEntries(searchParams), `${box} of ${path}`).toMatchObject(said)
        searches += 1
      }
    }
  }
  // Two pages have a box of their own, and on wide screens the header has one on the others.
  expect(searches).toBeGreaterThanOrEqual(isPhone(page) ? 4 : 8)
  await context.close()
})

test('A suggestion below the search box keeps the filters, and suggests nothing that is avoided', {
  tag: '@long',
}, async ({ page }) => {
  await visit(page, `/search?${saidQuery}`)
  await page.getByRole('main').getByRole('combobox', { name: 'Search homemade food' }).fill('ca')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.filter({ hasText: 'Cakes' }).first()).toBeVisible()
  await expect(options.filter({ hasText: 'Walnut' })).toHaveCount(0)
  await options.filter({ hasText: 'Cakes' }).first().click()
  await expect(page).toHaveURL(/\/category\/Cakes\?/)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(said)
})
