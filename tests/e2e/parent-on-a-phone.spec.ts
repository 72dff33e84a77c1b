/** A parent of a nut-allergic child on a phone, with the sample catalogue: the whole way, with its taps counted. */
import type { Locator, Page } from '@playwright/test'
import { addDays, dayOfWeek, londonTime } from '#domain/values/calendar'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { conversation, openSecondBrowser } from './conversations.ts'
import { expect, listingStatus, test, visit } from './fixtures.ts'
import { createMember, setSession, signInMember } from './members.ts'

/** Counts what a thumb does: every tap, and the key of the phone's keyboard that sends a form. */
function tapCounter(page: Page) {
  let taps = 0
  return {
    taps: () => taps,
    async tap(target: Locator): Promise<void> {
      taps += 1
      await target.tap()
    },
    async go(): Promise<void> {
      taps += 1
      await page.keyboard.press('Enter')
    },
  }
}

/** Typing replaces the selected text, or begins an empty field. It needs the focus, or another tap. */
async function type(field: Locator, text: string): Promise<void> {
  await expect(field).toBeFocused()
  await field.fill(text)
}

/** On a Saturday the word means today, which is too late for a cake, so the date of the next one is searched. */
function saturdayAsTyped(): string {
  const { date } = londonTime(new Date())
  if (dayOfWeek(date) !== 6) return 'saturday'
  const [, month, day] = addDays(date, 7).split('-').map(Number)
  return `${day}/${month}`
}

test('A parent finds a safe birthday cake for Saturday in at most 8 taps', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/')

  // Once: where she is, and what she must avoid for her daughter.
  const { tap, go, taps } = tapCounter(page)
  await tap(page.getByRole('main').getByRole('button', { name: /^Location: / }))
  const picker = page.getByRole('dialog', { name: 'Where are you?' })
  await type(picker.getByRole('combobox', { name: 'Town or postcode' }), 'SE1 9SG')
  await go()
  await expect(picker.getByText('10 miles around Southwark SE1')).toBeVisible()
  await tap(picker.getByRole('checkbox', { name: 'All nuts' }))
  await tap(picker.getByRole('checkbox', { name: 'I agree that Tuckbox stores this for me' }))
  await expectAccessibleState(page)
  await tap(picker.getByRole('button', { name: 'Save' }))
  await expect(picker).toBeHidden()
  await expect(page.getByRole('region', { name: 'Household' })).toContainText('Avoiding: nuts (me)')
  expect(taps()).toBe(5)

  await tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }))
  const searched = `birthday cake ${saturdayAsTyped()}`
  await type(page.getByRole('main').getByRole('combobox', { name: 'Search homemade food' }), searched)
  await go()
  await expect(listingStatus(page)).toHaveText(new RegExp(`^Found \\d+ results? for "${searched}"$`))
  await expect(page.getByRole('link', { name: /^Remove filter: Saturday/ })).toBeVisible()
  const cake = page.getByRole('article').first()
  await expect(cake).toContainText('Declared free of tree nuts, made in a kitchen that handles tree nuts')
  await expect(page.getByRole('article').filter({ hasText: 'Walnut' })).toHaveCount(0)
  await expect(cake.getByRole('heading')).toHaveText('Nut-Free Birthday Cake')
  await expect(cake).toBeInViewport()
  await tap(cake.getByRole('link').first())
  await expect(page.getByRole('heading', { level: 1, name: 'Nut-Free Birthday Cake' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'does not fit' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add to basket' })).toBeVisible()
  expect(taps()).toBeLessThanOrEqual(8)
})

test('What is avoided is not saved without an agreement', { tag: ['@phone', '@long'] }, async ({ page }) => {
  await visit(page, '/')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Location: / })
    .tap()
  const picker = page.getByRole('dialog', { name: 'Where are you?' })
  await picker.getByRole('checkbox', { name: 'Milk' }).tap()
  await picker.getByRole('button', { name: 'Save' }).tap()
  await expect(picker.getByText('Please agree, or we cannot save this.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('tuckbox-household'))).toBeNull()
  await picker.getByRole('checkbox', { name: 'Milk' }).tap()
  await picker.getByRole('button', { name: 'Save' }).tap()
  await expect(picker).toBeHidden()
  await expect(page.getByRole('region', { name: 'Household' })).toHaveCount(0)
})

test('A parent asks for a bespoke cake, and the baker cannot quote it without answering “nuts”', {
  tag: ['@phone', '@long'],
}, async ({ page, request, browser, siteUrl }) => {
  const parent = await createMember(request, 'Bea')
  await setSession(page, parent)
  await page.evaluate(() =>
    localStorage.setItem(
      'tuckbox-household',
      JSON.stringify([
        {
          id: crypto.randomUUID(),
          name: 'My daughter',
          avoid_contains: [],
          avoid_traces: ['nuts', 'peanuts'],
          avoid_others: [],
          diets: [],
        },
      ]),
    ),
  )
  // As declared, it may contain walnut, so it is left out. The baker may make this one without.
  await visit(page, '/search?q=birthday+cake+made+for+you')
  const { tap, taps } = tapCounter(page)
  await tap(page.getByRole('button', { name: /^Show \d+ that do(n’t|esn’t) fit$/ }))
  const custom = page.getByRole('article').filter({ hasText: 'Birthday Cake Made for You' })
  await expect(custom).toContainText('may contain')
  await tap(custom.getByRole('link').first())
  await expect(page.getByRole('alert').filter({ hasText: 'does not fit your household' })).toBeVisible()
  await tap(page.getByRole('button', { name: 'Request a consultation' }))
  const brief = page.getByRole('dialog', { name: 'Request a consultation' })
  await type(brief.getByLabel('What would you like?'), 'A dinosaur cake for Saturday. She has an EpiPen.')
  await expect(brief.getByRole('list', { name: 'Allergens to avoid' }).getByRole('listitem')).toHaveText([
    /^Tree nuts/,
    /^Peanuts/,
  ])
  await expect(brief.getByText('Filled in from your household.')).toBeVisible()
  await expectAccessible(page)
  await tap(brief.getByRole('button', { name: 'Send to the seller' }))
  await expect(page).toHaveURL(/\/messages\?room=/)
  await expect(conversation(page)).toContainText('Allergens: tree nuts and peanuts')
  expect(taps()).toBe(4)

  const seller = await openSecondBrowser(browser, page, siteUrl)
  await setSession(seller, await signInMember(request, 'seller@tuckbox.test'))
  await seller.goto(page.url())
  await conversation(seller).getByRole('button', { name: 'Quote a price' }).click()
  const quote = seller.getByRole('dialog', { name: 'Quote a price' })
  await quote.getByLabel('Price in £').fill('30')
  await quote.getByRole('button', { name: 'Send quote' }).click()
  await expect(quote.getByText('Please answer this before you send the quote.')).toHaveCount(2)
  await quote.getByRole('group', { name: 'Peanuts' }).getByLabel('Will be free of it').check()
  await quote.getByRole('button', { name: 'Send quote' }).click()
  await expect(quote.getByText('Please answer this before you send the quote.')).toHaveCount(1)
  await expect(quote.getByRole('group', { name: 'Tree nuts' })).toContainText('Please answer this')
  await expect(quote).toBeVisible()
  await seller.context().close()
})
