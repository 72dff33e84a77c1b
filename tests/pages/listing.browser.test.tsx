import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { failed, inTurn, never } from './answers.ts'
import {
  button,
  expectAccessible,
  expectNoOverflow,
  heading,
  link,
  listingStatus,
  main,
  toast,
} from './expectations.ts'
import { openPage } from './open-page.tsx'
import { found, foundMany, listing, longWord } from './rows.ts'

/** What the home page asks for besides its listing. */
const home = { 'GET /rest/v1/drops': [], 'POST /rest/v1/rpc/earliest_days': [] }
const days = { 'POST /rest/v1/rpc/earliest_days': [] }
const placeholders = () => page.getByTestId('product-placeholder')
const cards = () => main().getByRole('article')

describe('the listing of the home page', () => {
  it('shows four placeholders and a status text while it is loading', async () => {
    await openPage('/', { answers: { ...home, 'POST /rest/v1/rpc/search_products': never } })
    await expect.element(listingStatus()).toHaveTextContent('Loading delicious items...')
    expect(placeholders().elements()).toHaveLength(4)
  })

  it('shows products with their price, shop and distance', async () => {
    await openPage('/', { answers: { ...home, 'POST /rest/v1/rpc/search_products': listing([found]) } })
    await expect.element(listingStatus()).toHaveTextContent('1 delicious item available for delivery')
    await expect.element(cards()).toHaveTextContent('Cinnamon bun')
    await expectAccessible()
  })

  it('links to all products when nothing is found', async () => {
    const opened = await openPage('/?category=Bread&rating=5&avoid=gluten', {
      answers: { ...home, 'POST /rest/v1/rpc/search_products': inTurn(listing([]), listing([found])) },
    })
    await expect.element(heading('No products found')).toBeVisible()
    await expect.element(main().getByText('Try adjusting your search or filter criteria')).toBeVisible()
    await expect.element(listingStatus()).toHaveTextContent('0 delicious items available for delivery')
    await expectAccessible()
    await link('Reset all filters').click()
    await expect.element(cards()).toBeVisible()
    expect(opened.path()).toBe('/')
  })

  it('shows and announces an error, and loads on retry', async () => {
    const opened = await openPage('/', { answers: { ...home, 'POST /rest/v1/rpc/search_products': failed } })
    const failure = main().getByRole('alert')
    await expect.element(failure).toHaveTextContent('The products could not be loaded')
    await expect.element(failure).toHaveTextContent('Check your connection and try again.')
    await expectAccessible()
    opened.answer({ 'POST /rest/v1/rpc/search_products': listing([found]) })
    await button('Try again').click()
    await expect.element(cards()).toBeVisible()
  })

  it('keeps its products when more of them could not be loaded, and loads them on retry', async () => {
    const opened = await openPage('/', {
      answers: {
        ...home,
        'POST /rest/v1/rpc/search_products': inTurn(
          listing(foundMany(24), { total: 30, next: 'page 2' }),
          failed,
          listing(foundMany(6, 24), { total: 30 }),
        ),
      },
    })
    await expect.element(main().getByText('Showing 24 of 30')).toBeVisible()
    await link('Show more').click()
    await expect.element(main().getByRole('alert')).toHaveTextContent('The products could not be loaded')
    expect(cards().elements()).toHaveLength(24)
    await button('Try again').click()
    await expect.element(cards().nth(29)).toBeVisible()
    expect(opened.requests('POST /rest/v1/rpc/search_products').at(-1)?.body).toMatchObject({ after: 'page 2' })
  })

  it('explains why it shows products that are further away', async () => {
    const inverness = { lat: 57.48, lon: -4.22, label: 'Inverness', radiusMiles: 25 }
    const far = listing([{ ...found, in_reach: false }], { widened: true, none_within: true })
    await openPage('/', { place: inverness, answers: { ...home, 'POST /rest/v1/rpc/search_products': far } })
    await expect.element(main().getByText(/no items within 25 miles of your location\.$/)).toBeVisible()
    await button('Clear filter').click()
    await expect.element(main().getByText(/no items within 10 miles of your location\.$/)).toBeVisible()
  })

  it('wraps long names, and cuts those of shops', async () => {
    const long = { ...found, name: longWord, shop: { name: longWord, slug: 'long', town: longWord } }
    await openPage('/', { answers: { ...home, 'POST /rest/v1/rpc/search_products': listing([long]) } })
    await expect.element(cards()).toBeVisible()
    expectNoOverflow()
  })
})

describe('the results of a search', () => {
  it('are announced as being searched', async () => {
    await openPage('/search?q=cake', { answers: { 'POST /rest/v1/rpc/search_products': never } })
    await expect.element(main().getByText('Searching...').first()).toBeVisible()
    expect(placeholders().elements()).toHaveLength(4)
  })

  it('are counted', async () => {
    await openPage('/search?q=bun', { answers: { ...days, 'POST /rest/v1/rpc/search_products': listing([found]) } })
    await expect.element(main().getByText('Found 1 result for "bun"')).toBeVisible()
    await expectAccessible()
  })

  it('say of a shopper who avoids something that nothing is free from it, and where to ask', async () => {
    await openPage('/search?q=cake&avoid=nuts', { answers: { 'POST /rest/v1/rpc/search_products': listing([]) } })
    await expect.element(main().getByText('Nothing like this is declared free from what you avoid.')).toBeVisible()
    await expect.element(link('See custom orders')).toHaveAttribute('href', '/category/Custom%20Orders?avoid=nuts')
    await expectAccessible()
  })

  it('link to the products and categories when nothing is found', async () => {
    const odd = '100% "🍰" <b>'
    await openPage(`/search?q=${encodeURIComponent(odd)}`, {
      answers: { 'POST /rest/v1/rpc/search_products': listing([]) },
    })
    await expect.element(main().getByText(`Found 0 results for "${odd}"`)).toBeVisible()
    await expect.element(heading('No results found')).toBeVisible()
    await expect.element(link('Browse all products')).toHaveAttribute('href', '/')
    await expect.element(main().getByRole('link', { name: 'Cupcakes' })).toHaveAttribute('href', '/category/Cupcakes')
    await expectAccessible()
  })
})

describe('the pages of categories and occasions', () => {
  it.each([
    ['/category/Cakes', 'Cakes'],
    ['/occasion/birthday', 'Birthday'],
  ])('show what %s has', async (path, title) => {
    await openPage(path, { answers: { ...days, 'POST /rest/v1/rpc/search_products': listing([found]) } })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(title)
    await expect.element(cards()).toBeVisible()
  })

  it.each([
    ['/category/nonsense', 'Category not found'],
    ['/occasion/funeral', 'Occasion not found'],
  ])('link back to the products from %s', async (path, title) => {
    await openPage(path, { answers: { 'POST /rest/v1/rpc/search_products': listing([]) } })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(title)
    await expect.element(main().getByRole('link', { name: 'Cupcakes' })).toHaveAttribute('href', '/category/Cupcakes')
    await expect.element(link('Browse all products')).toHaveAttribute('href', '/')
    await expectAccessible()
  })
})

describe('a favourite', () => {
  it('is taken back when it could not be saved', async () => {
    await openPage('/', {
      member: {},
      answers: {
        ...home,
        'POST /rest/v1/rpc/search_products': listing([found]),
        'POST /rest/v1/favourites': failed,
      },
    })
    const heart = main().getByRole('button', { name: /^Favorite/ })
    await heart.click()
    await expect.element(toast('Could not add to favourites')).toBeVisible()
    await expect.element(heart).toHaveAttribute('aria-pressed', 'false')
  })
})
