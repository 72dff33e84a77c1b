import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { authRefused } from './answers.ts'
import { button, dialog, expectAccessible, link, main, toast } from './expectations.ts'
import { openPage } from './open-page.tsx'
import { product, productId } from './rows.ts'

const bar = () => page.getByRole('navigation', { name: 'Main' })
const textsOf = (locator: ReturnType<typeof bar>) => locator.elements().map(({ textContent }) => textContent?.trim())

/** Whether a press at the middle of the element reaches it. */
function isUncovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(x + width / 2, y + height / 2)
  return hit !== null && (element.contains(hit) || hit.contains(element))
}

describe('the bottom bar of a phone', () => {
  it('leads to the main pages, and marks the current one', async () => {
    await openPage('/faq')
    await expect.element(bar()).toBeVisible()
    expect(textsOf(bar().getByRole('link'))).toEqual(['Home', 'Search', 'Basket', 'Messages', 'You'])
    for (const element of bar().getByRole('link').elements()) {
      const { width, height } = element.getBoundingClientRect()
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    await bar().getByRole('link', { name: 'Basket' }).click()
    await expect.element(bar().getByRole('link', { name: 'Basket' })).toHaveAttribute('aria-current', 'page')
    await expectAccessible()
  })

  it('opens the search with the focus in its field', async () => {
    const search = {
      'POST /rest/v1/rpc/search_products': {
        items: [],
        total: 0,
        total_is_exact: true,
        widened: false,
        none_within: false,
        dropped: [],
        next: null,
        highest_price: null,
      },
    }
    const opened = await openPage('/faq', { answers: search })
    await bar().getByRole('link', { name: 'Search' }).click()
    await expect.element(main().getByRole('combobox', { name: 'Search homemade food' })).toHaveFocus()
    expect(opened.path()).toBe('/search')
  })

  it('is absent from a page with a bar of its own', async () => {
    await openPage(`/product/${productId}`, {
      answers: {
        'GET /rest/v1/products': [product],
        'POST /rest/v1/rpc/search_products': { items: [], next: null },
        'POST /rest/v1/rpc/earliest_days': [],
      },
    })
    await expect.element(button('Add to basket')).toBeVisible()
    await expect.element(bar()).not.toBeInTheDocument()
  })

  it('covers nothing at the end of the page', async () => {
    await openPage('/terms')
    await expect.element(page.getByRole('contentinfo')).toBeVisible()
    window.scrollTo(0, document.body.scrollHeight)
    await expect
      .poll(() => page.getByRole('contentinfo').element().getBoundingClientRect().bottom)
      .toBeLessThanOrEqual(bar().element().getBoundingClientRect().top + 1)
  })
})

describe('a toast', () => {
  it('covers neither the button that caused it nor the one that closes the dialog', async () => {
    await openPage('/faq', {
      answers: { 'POST /auth/v1/token': authRefused(400, 'invalid_credentials', 'Invalid login credentials') },
    })
    await button('Menu').click()
    await dialog('Menu').getByRole('button', { name: 'Sign In' }).click()
    const form = dialog('Sign in')
    await form.getByLabelText('Email').fill('kim@example.com')
    await form.getByLabelText('Password', { exact: true }).fill('wrong')
    const submit = form.getByRole('button', { name: 'Sign in', exact: true })
    await submit.click()
    await expect.element(toast('Sign in failed')).toBeVisible()
    expect(isUncovered(submit.element())).toBe(true)
    expect(isUncovered(form.getByRole('button', { name: 'Close' }).element())).toBe(true)
  })
})

describe('the header', () => {
  it('leads past itself for keyboards', async () => {
    await openPage('/terms')
    await expect.element(link('Skip to content')).toHaveAttribute('href', '#main')
  })

  it('has a search on every page', async () => {
    await openPage('/faq')
    await expect
      .element(page.getByRole('banner').getByRole('link', { name: 'Search' }))
      .toHaveAttribute('href', '/search')
  })

  it('has a menu for a member', async () => {
    const opened = await openPage('/faq', { member: {} })
    await button('Your account').click()
    await page.getByRole('menuitem', { name: 'Favourites' }).click()
    await expect.element(page.getByRole('tab', { name: 'Favorites' })).toHaveAttribute('aria-selected', 'true')
    expect(opened.path()).toContain('/profile')
  })

  it('counts unread conversations', async () => {
    const conversation = (n: number) => ({ link: `/messages?room=${n}` })
    await openPage('/faq', {
      member: {},
      answers: {
        'GET /rest/v1/notifications': [conversation(1), conversation(1), conversation(2), { link: '/orders' }],
      },
    })
    await expect.element(bar().getByRole('link', { name: 'Messages, 2 unread' })).toBeVisible()
  })
})

describe('a visitor who opens a page of members', () => {
  it('is asked to sign in above the home page', async () => {
    const opened = await openPage('/settings/security', {
      answers: {
        'GET /rest/v1/drops': [],
        'POST /rest/v1/rpc/search_products': { items: [], next: null, total: 0, total_is_exact: true, dropped: [] },
      },
    })
    await expect.element(dialog('Sign in')).toBeVisible()
    await expect.poll(opened.path).toBe('/')
  })
})
