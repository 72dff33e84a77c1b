import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, merged, refused } from './answers.ts'
import { button, dialog, expectAccessible, expectNoOverflow, heading, main, toast } from './expectations.ts'
import { openPage } from './open-page.tsx'
import { found, idOf, listing, longWord, mia, product, walnut } from './rows.ts'

const bar = () => page.getByRole('region', { name: 'Household' })
const card = (name: string) => main().getByRole('article').filter({ hasText: name })
const stored = () => JSON.parse(localStorage.getItem('tuckbox-household') ?? '[]')

const search = 'POST /rest/v1/rpc/search_products'
const whirl = { id: idOf(2, 2), name: 'Walnut whirl', allergens: walnut }
/** What cards are compared with. */
const foods: Answers = {
  'GET /rest/v1/products': [product, { ...product, ...whirl }],
  'GET /rest/v1/drops': [],
  'POST /rest/v1/rpc/earliest_days': [],
}

describe('the household', () => {
  it('is nobody at first', async () => {
    await openPage('/household')
    await expect.element(heading('Nobody yet')).toBeVisible()
    await expectAccessible()
  })

  it('is saved after an agreement only', async () => {
    await openPage('/household')
    await button('Add a person').click()
    const form = dialog('Add a person')
    await form.getByLabelText('Name').fill('Mia')
    await form.getByRole('checkbox', { name: 'All nuts' }).click()
    await expect.element(form.getByRole('radio', { name: 'Not even traces' })).toBeChecked()
    await form.getByRole('button', { name: 'Add this person' }).click()
    await expect.element(form.getByText('Please agree, or we cannot save this.')).toBeVisible()
    expect(stored()).toEqual([])
    await expectAccessible()
    await form.getByRole('checkbox', { name: 'I agree that Tuckbox stores this for me' }).click()
    await form.getByRole('button', { name: 'Add this person' }).click()
    await expect.element(heading('Mia')).toBeVisible()
    expect(stored()).toMatchObject([{ name: 'Mia', avoid_traces: ['nuts', 'peanuts'] }])
  })

  it('wraps long names and foods', async () => {
    await openPage('/household', { household: [{ ...mia, name: longWord.slice(0, 40), avoid_others: [longWord] }] })
    await expect.element(button(/^Edit/)).toBeVisible()
    expectNoOverflow()
  })

  it('is kept in the browser when the account refuses it, with the reason', async () => {
    const message = 'A household can have at most 20 people.'
    await openPage('/household', {
      member: {},
      household: [mia],
      answers: {
        'GET /rest/v1/household_people': [],
        'POST /rest/v1/household_people': refused({ hint: 'quota', message }),
      },
    })
    await expect.element(toast('Your household could not be saved to your account')).toBeVisible()
    await expect.element(toast(message)).toBeVisible()
    expect(stored()).toMatchObject([{ name: 'Mia' }])
  })

  it('joins that of the account at a sign-in', async () => {
    const opened = await openPage('/household', {
      member: {},
      household: [mia],
      answers: { 'GET /rest/v1/household_people': [], 'POST /rest/v1/household_people': [] },
    })
    await expect
      .poll(() => opened.requests('POST /rest/v1/household_people')[0]?.body)
      .toMatchObject([{ name: 'Mia', avoid_traces: ['nuts', 'peanuts'] }])
  })
})

describe('a list for a household', () => {
  it('asks for what fits, and marks what is shown nevertheless', async () => {
    const opened = await openPage('/search?q=bun', {
      household: [mia],
      answers: merged(foods, {
        [search]: ({ body }) =>
          JSON.stringify(body).includes('"avoid"')
            ? listing([found])
            : listing([found, { ...found, ...whirl, id: whirl.id }]),
      }),
    })
    await expect.element(bar()).toHaveTextContent('Avoiding: nuts')
    await expect.element(card('Cinnamon bun')).toHaveTextContent('Declared free of nuts')
    expect(opened.requests(search)[0]?.body).toMatchObject({ avoid: ['nuts', 'peanuts'] })
    await button('Show 1 that doesn’t fit').click()
    await expect.element(card('Walnut whirl')).toHaveTextContent('contains walnut')
    await expectAccessible()
  })

  it('is complete while it is switched off', async () => {
    const opened = await openPage('/search?q=bun', {
      household: [mia],
      answers: merged(foods, { [search]: listing([found]) }),
    })
    await bar().getByRole('button', { name: 'Switch off for this visit' }).click()
    await expect.element(bar()).toHaveTextContent('Not checking food for your household')
    await expect.poll(() => opened.requests(search).at(-1)?.body).not.toHaveProperty('avoid')
  })

  it('says what is declared free of what the page avoids, without a household', async () => {
    await openPage('/category/Pastries?avoid=nuts,peanuts', { answers: merged(foods, { [search]: listing([found]) }) })
    await expect.element(card('Cinnamon bun')).toHaveTextContent('Declared free of nuts')
    await expectAccessible()
  })
})

describe('the favourites', () => {
  const answers = merged(foods, {
    'GET /rest/v1/favourites': [
      { product_id: product.id, shop_id: null },
      { product_id: whirl.id, shop_id: null },
    ],
  })

  it('are none at first', async () => {
    await openPage('/profile?tab=favorites', { member: {} })
    await expect.element(heading('No favourites yet')).toBeVisible()
    await expectAccessible()
  })

  it('leave out what does not fit the household', async () => {
    await openPage('/profile?tab=favorites', { member: {}, household: [mia], answers })
    await expect.element(card('Cinnamon bun')).toHaveTextContent('Declared free of nuts')
    await expect.element(card('Walnut whirl')).not.toBeInTheDocument()
    await button('Show 1 that doesn’t fit').click()
    await expect.element(card('Walnut whirl')).toHaveTextContent('contains walnut')
  })

  it('say that they could not be loaded', async () => {
    await openPage('/profile?tab=favorites', {
      member: {},
      answers: { 'GET /rest/v1/favourites': refused({ message: 'refused' }) },
    })
    await expect.element(heading('Your favourites could not be loaded')).toBeVisible()
  })
})

describe('what a first visit avoids', () => {
  it('is not saved without an agreement', async () => {
    await openPage('/terms')
    await button('Menu').click()
    await dialog('Menu').getByRole('button', { name: 'Change Location' }).click()
    const picker = dialog('Where are you?')
    await picker.getByRole('checkbox', { name: 'Milk' }).click()
    await picker.getByRole('button', { name: 'Save' }).click()
    await expect.element(picker.getByText('Please agree, or we cannot save this.')).toBeVisible()
    expect(stored()).toEqual([])
    await expectAccessible()
  })
})
