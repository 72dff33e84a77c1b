/** The filters of listings, what a search understands, and the suggestions of its box. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failed, inTurn, merged, never } from './answers.ts'
import { button, dialog, expectAccessible, heading, link, listingStatus, main } from './expectations.ts'
import { openPage, type PageOptions } from './open-page.tsx'
import { found, foundMany, idOf, listing, mia, product } from './rows.ts'

const search = 'POST /rest/v1/rpc/search_products'
const usual = {
  'GET /rest/v1/drops': [],
  'POST /rest/v1/rpc/earliest_days': [],
  'POST /rest/v1/rpc/hours_on': [],
  [search]: listing([found]),
  'GET /rest/v1/products': [product],
}

const open = (path: string, { answers, ...options }: PageOptions = {}) =>
  openPage(path, { answers: merged(usual, answers), ...options })

const active = () => page.getByRole('region', { name: 'Active filters' })
const remove = (label: string) => active().getByRole('link', { name: `Remove filter: ${label}`, exact: true })
const box = () => main().getByRole('combobox', { name: 'Search homemade food' })
const suggestions = () => page.getByRole('listbox', { name: 'Suggestions' })

describe('the filters of a listing', () => {
  it('have the category in the URL, until it is cleared', async () => {
    const opened = await open('/')
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Cupcakes' }).click()
    await expect.poll(opened.path).toBe('/?category=Cupcakes')
    await expect.element(link('Cupcakes')).toHaveAttribute('aria-current', 'true')
    await button('Clear filter').click()
    await expect.poll(opened.path).toBe('/')
    await expect.element(listingStatus()).toHaveFocus()
  })

  it('are sorted in six ways', async () => {
    const opened = await open('/')
    const sort = page.getByRole('combobox', { name: 'Sort by' })
    await expect.element(sort).toBeVisible()
    expect(
      sort
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Relevance',
      'Price: Low to High',
      'Price: High to Low',
      'Highest Rating',
      'Nearest First',
      'Newest Arrivals',
    ])
    await sort.selectOptions('Nearest First')
    await expect.poll(opened.path).toBe('/?sort=nearest')
    await expect.poll(() => opened.requests(search).at(-1)?.body).toMatchObject({ sort: 'nearest' })
  })

  it('say for a day and a part of it when each product can be had', async () => {
    const hours = {
      fulfilment: 'pickup',
      start_time: '09:00:00',
      end_time: '12:00:00',
      product_id: found.id,
      is_posted: false,
    }
    const opened = await open('/?on=2026-06-13', { answers: { 'POST /rest/v1/rpc/hours_on': [hours] } })
    await expect.element(main().getByRole('article')).toHaveTextContent('Sat: pick up 9:00')
    await expect.element(remove('Saturday 13 June')).toBeVisible()
    await page.getByRole('combobox', { name: 'Time of day' }).selectOptions('Morning (before 12:00)')
    await expect.poll(opened.path).toBe('/?on=2026-06-13&at=morning')
    await page.getByRole('combobox', { name: 'Time of day' }).selectOptions('Any time')
    await expect.poll(opened.path).toBe('/?on=2026-06-13')
    await page.getByRole('combobox', { name: 'When do you need it?' }).selectOptions('When do you need it?')
    await expect.poll(opened.path).toBe('/')
  })

  it('are removed one by one and all at once', async () => {
    const opened = await open('/category/Cakes?max=20')
    await remove('£0 - £20').click()
    await expect.poll(opened.path).toBe('/category/Cakes')
    await expect.element(remove('Cakes')).toHaveFocus()
    await link('Clear all filters').click()
    await expect.poll(opened.path).toBe('/')
  })

  it('add up while their results are still loading, and show what was chosen at once', async () => {
    const opened = await open('/category/Cakes')
    await button(/^Filters/).click()
    const sheet = dialog('Filters')
    await expect.element(sheet.getByRole('button', { name: 'Show 1 item' })).toBeVisible()
    opened.answer({ [search]: never })
    const milk = sheet.getByRole('checkbox', { name: 'Milk' })
    const pickup = sheet.getByRole('radio', { name: 'Pickup' })
    // In one task, as on a phone that is busy.
    for (const chosen of [milk, pickup]) chosen.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    const lowest = sheet.getByRole('slider', { name: 'Lowest price' })
    lowest.element().focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    for (const chosen of [milk, pickup]) await expect.element(chosen).toBeChecked()
    await expect.element(lowest).toHaveValue('3')
    opened.answer({ [search]: listing([found]) })
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(opened.path).toBe('/category/Cakes?min=4&avoid=milk&by=pickup')
    for (const chosen of [milk, pickup]) await expect.element(chosen).toBeChecked()
    await expect.element(lowest).toHaveValue('4')
  })

  it('are kept by links that are pressed while they load, and Back undoes each pushed one', async () => {
    const opened = await open('/')
    await button(/^Filters/).click()
    const sheet = dialog('Filters')
    await expect.element(sheet.getByRole('button', { name: 'Show 1 item' })).toBeVisible()
    opened.answer({ [search]: never })
    const press = (element: Element) =>
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    press(sheet.getByRole('checkbox', { name: 'Milk' }).element())
    const cakes = [...document.querySelectorAll('nav[aria-label="Categories"] a')].find(
      ({ textContent }) => textContent === 'Cakes',
    )
    opened.answer({ [search]: listing([found]) })
    if (cakes) press(cakes)
    await expect.poll(opened.path).toBe('/?category=Cakes&avoid=milk')
    window.history.back()
    await expect.poll(opened.path).toBe('/')
  })

  it('are in a sheet on a phone, which takes the focus and returns it', async () => {
    const opened = await open('/search?q=bun&rating=4')
    await expect.element(button(/^Filters.*1 applied/)).toBeVisible()
    await button(/^Filters/).click()
    const sheet = dialog('Filters')
    await expect.element(sheet.getByRole('button', { name: 'Close' })).toHaveFocus()
    await expect.element(sheet.getByRole('button', { name: 'Show 1 item' })).toBeVisible()
    await expectAccessible()
    await sheet.getByRole('checkbox', { name: 'Sulphites' }).click()
    await expect.poll(opened.path).toContain('avoid=sulphites')
    await userEvent.keyboard('{Escape}')
    await expect.element(button(/^Filters.*2 applied/)).toHaveFocus()
  })
})

describe('“Show more”', () => {
  it('is in the URL, and focuses the first new product', async () => {
    const opened = await open('/', {
      answers: {
        [search]: inTurn(
          listing(foundMany(24), { total: 48, next: 'page 2' }),
          listing(foundMany(24, 24), { total: 48 }),
        ),
      },
    })
    await link('Show more').click()
    await expect.element(link('Bun 25')).toHaveFocus()
    expect(opened.path()).toBe('/?page=2')
    expect(main().getByRole('article').elements()).toHaveLength(48)
  })
})

describe('a search', () => {
  it('sends what its text says, and every link keeps it', async () => {
    const opened = await open('/search?q=nut+free+bun+to+pick+up&avoid=milk')
    await expect.element(main().getByRole('article')).toBeVisible()
    expect(opened.requests(search).at(-1)?.body).toMatchObject({
      avoid: ['milk', 'nuts', 'peanuts'],
      fulfilment: 'pickup',
    })
    const listed = /^\/(?:$|\?|(?:basket|category|drops|occasion|product|shop)\b)/
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(({ textContent }) => !/^(Clear all filters|List view)$/.test(textContent ?? ''))
      .map((element) => element.getAttribute('href') ?? '')
      .filter((href) => listed.test(href))
    expect(links.length).toBeGreaterThan(5)
    expect(
      links.filter((href) => !href.includes('avoid=milk%2Cnuts%2Cpeanuts') || !href.includes('by=pickup')),
    ).toEqual([])
  })

  it('loses the words of a filter that is removed', async () => {
    const opened = await open('/search?q=bun+to+pick+up')
    await remove('Pickup').click()
    await expect.poll(opened.path).toBe('/search?q=bun')
  })

  it('can be for the exact words', async () => {
    const opened = await open('/search?q=nut+free+bun')
    await link('Search these exact words').click()
    await expect.poll(opened.path).toBe(`/search?q=${encodeURIComponent('"nut free bun"').replaceAll('%20', '+')}`)
  })

  it('from its box keeps the filters', async () => {
    const opened = await open('/search?q=rye&avoid=nuts&by=pickup')
    await box().fill('bun')
    await userEvent.keyboard('{Enter}')
    await expect.poll(opened.path).toContain('q=bun')
    expect(opened.path()).toContain('avoid=nuts')
    expect(opened.path()).toContain('by=pickup')
  })

  it('offers to avoid always what it excludes, and takes it back', async () => {
    await open('/search?q=bun+without+nuts')
    await expect.element(main()).toHaveTextContent('You then agree that Tuckbox stores this for you.')
    await button(/^Always avoid/).click()
    await expect.element(page.getByRole('region', { name: 'Household' })).toBeVisible()
    expect(localStorage.getItem('tuckbox-household')).toContain('nuts')
    await button('Undo').click()
    await expect.element(page.getByRole('region', { name: 'Household' })).not.toBeInTheDocument()
    expect(JSON.parse(localStorage.getItem('tuckbox-household') ?? '')).toEqual([])
  })
})

describe('the suggestions of the search box', () => {
  const suggested = [{ id: idOf(2), name: 'Country Sourdough', shop: { name: 'Corner Bakery', slug: 'corner-bakery' } }]
  const answers = { 'POST /rest/v1/rpc/suggest_products': suggested }

  it('are chosen with the keyboard, and Escape closes them', async () => {
    const opened = await open('/', { answers })
    await box().fill('cupcak')
    const options = suggestions().getByRole('option')
    await expect.element(options.nth(0)).toHaveTextContent('Cupcakes')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(options.nth(0)).toHaveAttribute('aria-selected', 'true')
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(suggestions()).not.toBeInTheDocument()
    await expect.element(box()).toHaveValue('cupcak')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(options.nth(0)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.poll(opened.path).toBe('/category/Cupcakes')
  })

  it('keep the filters in their links, and leave out what is avoided', async () => {
    const opened = await open('/search?avoid=nuts&by=pickup', { answers })
    await box().fill('cupcak')
    await expect
      .poll(() => opened.requests('POST /rest/v1/rpc/suggest_products')[0]?.body)
      .toMatchObject({ avoid: ['nuts'] })
    await suggestions().getByRole('option').first().click()
    await expect.poll(opened.path).toBe('/category/Cupcakes?avoid=nuts&by=pickup')
  })

  it('are the latest searches at first, until they are cleared', async () => {
    localStorage.setItem('tuckbox-recent-searches', 'lemon drizzle')
    await open('/')
    await box().click()
    await expect.element(suggestions().getByRole('option')).toHaveTextContent('lemon drizzle')
    await button('Clear recent searches').click()
    await expect.element(suggestions()).not.toBeInTheDocument()
    expect(localStorage.getItem('tuckbox-recent-searches')).toBeNull()
  })
})

describe('the map of the results', () => {
  const shop = {
    slug: 'corner-bakery',
    name: 'Corner Bakery',
    logo: null,
    town: 'Southwark',
    lat: 51.5,
    lon: -0.09,
    rating: null,
    review_count: 0,
    distance_miles: 0.4,
    in_reach: true,
    results: 2,
    lowest_price: 4,
  }
  const shops = 'POST /rest/v1/rpc/search_shops'
  const marker = (name: RegExp) => page.getByRole('region', { name: /^Map of shops/ }).getByRole('button', { name })

  it('says that its shops could not be loaded, and loads them on retry', async () => {
    const opened = await open('/search?q=bun&view=map', { answers: { [shops]: failed } })
    await expect.element(heading('The shops could not be loaded')).toBeVisible()
    opened.answer({ [shops]: { shops: [shop], is_complete: true } })
    await button('Try again').click()
    await expect.element(page.getByRole('list', { name: 'Shops', exact: true })).toHaveTextContent('Corner Bakery')
  })

  it('shows the card of a shop with the focus, until it is closed', async () => {
    await open('/search?q=bun&view=map', { answers: { [shops]: { shops: [shop], is_complete: true } } })
    await marker(/Corner Bakery/).click()
    const items = page.getByRole('list', { name: 'Items' })
    await expect.element(items.getByRole('listitem')).toHaveTextContent('Cinnamon bun')
    await expect.element(page.getByRole('heading', { level: 3, name: 'Corner Bakery' }).last()).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(items).not.toBeInTheDocument()
    await expect.element(marker(/Corner Bakery/)).toHaveFocus()
  })

  it('joins close markers', async () => {
    const many = [1, 2, 3].map((n) => ({ ...shop, slug: `shop-${n}`, name: `Shop ${n}` }))
    await open('/search?q=bun&view=map', { answers: { [shops]: { shops: many, is_complete: true } } })
    await expect.element(marker(/^3 shops close together/)).toBeVisible()
  })

  it('says that only what fits the household counts', async () => {
    const opened = await open('/search?q=bun&view=map', {
      household: [mia],
      answers: { [shops]: { shops: [shop], is_complete: true } },
    })
    await expect.element(main().getByText('Only food that fits your household counts.')).toBeVisible()
    expect(opened.requests(shops)[0]?.body).toMatchObject({ avoid: ['nuts', 'peanuts'] })
  })
})
