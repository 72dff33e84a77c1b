/** Every link and form between pages that list food keeps what the shopper has said: allergens, day with its part, way and view. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { readAllergens } from '#domain/allergens'
import { addDays, dayOfWeek, londonTime } from '#domain/calendar'
import { isFreeOf } from '#domain/fit'
import { emptyHousehold } from '#domain/household'
import { withFilter } from '#domain/with-filter'
import { sampleId } from '../../supabase/sample/ids.ts'
import { expect, isPhone, test, visit } from './fixtures.ts'
import { createShop, insertRow, selectRows } from './shop-fixtures.ts'

const said = {
  avoid: 'nuts,peanuts',
  by: 'pickup',
  on: addDays(londonTime(new Date()).date, 9),
  at: 'morning',
  view: 'map',
}
const saidQuery = String(new URLSearchParams(said))

const listingPages = ['', 'cart', 'category', 'drops', 'occasion', 'product', 'search', 'shop']
const segmentOf = (path: string) => new URL(path, 'http://site').pathname.split('/', 2)[1] ?? ''

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
    { avoid: filter === 'No nuts', by: filter === 'Pickup', on: /\d/.test(filter), at: /\d/.test(filter) }[parameter] ??
    false
  )
}

test('No link between pages that list food loses a filter', async ({ page }) => {
  const queue = ['/', '/search?q=zzzzzz', '/category/Cakes', '/occasion/birthday']
  const walked = new Set(queue.map(segmentOf))
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
      const segment = segmentOf(link.href)
      if (!walked.has(segment)) queue.push(link.href)
      walked.add(segment)
    }
  }
  // The sample has no drops.
  expect(['drops', ...walked].sort()).toEqual(listingPages)
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

test('No link of the results loses what was understood from the text', async ({ page }) => {
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

test('The page of a drop keeps the filters in its links, and shows the household', async ({ page }) => {
  const { shop, addProduct } = await createShop('Kept Drops')
  const { id } = await addProduct({ name: 'Dropped bun' })
  const times = { opens_at: new Date(Date.now() - 3_600_000).toISOString(), cut_off: addDays(said.on, 1) }
  const drop = await insertRow('drops', { shop_id: shop.id, title: 'Kept bakes', is_published: true, ...times })
  await insertRow('drop_items', { drop_id: drop, product_id: id, stock: 5 })
  const household = withFilter(emptyHousehold, ['nuts', 'peanuts']).map((person) => ({ ...person, id }))
  await page.addInitScript((text) => localStorage.setItem('tuckbox-household', text), JSON.stringify(household))
  await visit(page, `/shop/${shop.slug}?${saidQuery}`)
  await page.getByRole('link', { name: 'Kept bakes' }).click()
  await expect(page.getByRole('link', { name: 'Dropped bun' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Household' })).toBeVisible()
  const links = await listingLinks(page)
  expect(links.map(({ href }) => segmentOf(href))).toEqual(expect.arrayContaining(['product', 'shop', 'category']))
  expect(links.filter((link) => lostBy(link).length > 0)).toEqual([])
})

test('No search box loses a filter, with the app or without it', async ({ page, browser, siteUrl }) => {
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

test('A suggestion below the search box keeps the filters, and suggests nothing that is avoided', async ({ page }) => {
  await visit(page, `/search?${saidQuery}`)
  await page.getByRole('main').getByRole('combobox', { name: 'Search homemade food' }).fill('ca')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.filter({ hasText: 'Cakes' }).first()).toBeVisible()
  await expect(options.filter({ hasText: 'Walnut' })).toHaveCount(0)
  await options.filter({ hasText: 'Cakes' }).first().click()
  await expect(page).toHaveURL(/\/category\/Cakes\?/)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(said)
})
