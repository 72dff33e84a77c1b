/** A parent asks for a bespoke cake without nuts: brief, answers, agreement by name, prep sheet and label. */
import type { APIRequestContext, Page } from '@playwright/test'
import { addDays, londonTime } from '#domain/values/calendar'
import { allFree } from '../declarations.ts'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { conversation, openSecondBrowser } from './conversations.ts'
import { expect, reload, test, toast, visit } from './fixtures.ts'
import { createMember, type Member, password, setSession, signInMember } from './members.ts'
import { createShop, insertRow, updateRow } from './shop-fixtures.ts'

/** Two days ahead, so that midnight during the test does not matter. */
const cakeDay = addDays(londonTime(new Date()).date, 2)

/** Opens the brief of the cake, names nuts and kiwi, and sends it. */
async function askForNutFreeCake(page: Page, path: string): Promise<string> {
  await visit(page, path)
  // The list of allergens closes when another field is focused, and Firefox focuses fields of the front window only.
  await page.bringToFront()
  await page.getByRole('button', { name: 'Request a consultation' }).click()
  const brief = page.getByRole('dialog', { name: 'Request a consultation' })
  await brief.getByLabel('What would you like?').fill('A dinosaur cake. ALL NUTS, EpiPen')
  await expect(brief.getByText('Is this about an allergy?')).toBeVisible()
  await brief.getByLabel('For which day?').fill(cakeDay)
  const add = brief.getByRole('combobox', { name: 'Add an allergen' })
  await add.fill('tree')
  await page.getByRole('option', { name: 'Tree nuts' }).click()
  // A kind is included in its group.
  await expect(brief.getByText('Is this about an allergy?')).toBeHidden()
  await brief.getByLabel('For whom must it be free of Tree nuts?').fill('Mia')
  await add.click()
  await add.fill('walnuts')
  await expect(page.getByRole('option')).toHaveCount(0)
  // What is typed but not added is sent too.
  await add.fill('kiwi')
  await brief.getByLabel('Servings').fill('12')
  await expectAccessibleState(page)
  await brief.getByRole('button', { name: 'Send to the seller' }).click()
  await expect(page).toHaveURL(/\/messages\?room=[\da-f-]{36}$/)
  return new URL(page.url()).searchParams.get('room') ?? ''
}

/** The quote is refused until nuts and kiwi are answered, and until the declaration agrees. */
async function answerAndQuote(page: Page): Promise<void> {
  const chat = conversation(page)
  await expect(chat).toContainText('Allergens: tree nuts and kiwi')
  await chat.getByRole('button', { name: 'Quote a price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quote a price' })
  const send = dialog.getByRole('button', { name: 'Send quote' })
  await dialog.getByLabel('Price in £').fill('45.50')
  await send.click()
  await expect(dialog.getByText('Please answer this before you send the quote.')).toHaveCount(2)
  await dialog.getByRole('group', { name: 'Kiwi' }).getByLabel('Cannot be free of it').check()
  await dialog.getByRole('group', { name: 'Tree nuts, for Mia' }).getByLabel('Will be free of it').check()
  await send.click()
  await expect(dialog.getByRole('status')).toContainText(
    'Your answer about tree nuts contradicts the product’s declaration',
  )
  await expect(dialog.getByRole('status')).toContainText('May contain almond and walnut.')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('group', { name: 'Tree nuts, for Mia' }).getByLabel('made in a kitchen with it').check()
  await expect(dialog.getByRole('status')).toBeEmpty()
  await expectAccessibleState(page)
  await send.click()
  await expect(dialog).toBeHidden()
  await expect(answersIn(chat)).toHaveText([
    'Made free of tree nuts; made in a kitchen with tree nuts (for Mia)',
    'Not free of kiwi',
  ])
}

const answersIn = (within: Pick<Page, 'getByRole'>) =>
  within.getByRole('list', { name: 'Answers about allergens' }).getByRole('listitem')

/** The checkout asks for an agreement by name, and again after the seller has changed an answer. */
async function accept(page: Page): Promise<void> {
  await conversation(page).getByRole('link', { name: 'Accept and pay' }).click()
  await expect(answersIn(page)).toHaveText([
    /^Made free of tree nuts; made in a kitchen with tree nuts/,
    'Not free of kiwi',
  ])
  await page.getByRole('radio', { name: /^Pickup/ }).check()
  await page.getByRole('radio', { name: '13:00 to 17:00' }).check()
  await page.getByRole('checkbox', { name: 'I have read the allergens of everything in my order' }).check()
  await page.getByRole('button', { name: 'Pay £45.50' }).click()
  await expect(page.getByRole('heading', { name: '2 things to fix' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'I have read this for tree nuts and kiwi' }).check()
  await page.getByRole('checkbox', { name: 'I accept that this order is not free of kiwi' }).check()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Pay £45.50' }).click()
  await expect(page).toHaveURL(/\/pay\//)
}

/** The seller makes the cake differently after the buyer has accepted, but before the payment. */
async function correctAnswers(page: Page): Promise<void> {
  await conversation(page).getByRole('button', { name: 'Change answers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change answers' })
  await dialog.getByRole('group', { name: 'Tree nuts, for Mia' }).getByLabel('Will be free of it').check()
  await dialog.getByRole('button', { name: 'Declare for this order' }).click()
  await expect(dialog.getByRole('radiogroup', { name: 'Tree nuts' }).getByLabel('Free from')).toBeChecked()
  await expect(dialog.getByRole('status').filter({ hasText: 'contradicts' })).toHaveCount(0)
  await dialog.getByLabel('Ingredients of this order').fill('Wheat flour, sugar, kiwi')
  await expectAccessibleState(page)
  await dialog.getByRole('button', { name: 'Send changed answers' }).click()
  await expect(toast(page, 'Answers changed')).toBeVisible()
  await expect(answersIn(conversation(page))).toHaveText(['Made free of tree nuts (for Mia)', 'Not free of kiwi'])
}

async function acceptAgainAndPay(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByText('If a payment still arrives, we either confirm the order or refund you')).toBeVisible({
    timeout: 20_000,
  })
  await page.getByRole('link', { name: 'Back to the conversation' }).click()
  await conversation(page).getByRole('link', { name: 'Accept and pay' }).click()
  await expect(answersIn(page)).toHaveText(['Made free of tree nuts (for Mia)', 'Not free of kiwi'])
  // The declaration of this order applies, not that of the product.
  await expect(page.getByRole('heading', { name: 'May contain' })).toHaveCount(0)
  for (const name of [/^I have read this for/, /^I accept/, /^I have read the allergens/]) {
    const tick = page.getByRole('checkbox', { name })
    await expect(tick).not.toBeChecked()
    await tick.check()
  }
  await page.getByRole('radio', { name: /^Pickup/ }).check()
  await page.getByRole('radio', { name: '13:00 to 17:00' }).check()
  await page.getByRole('button', { name: 'Pay £45.50' }).click()
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('heading', { name: 'Allergens you asked about' })).toBeVisible()
  await expect(answersIn(page)).toHaveText(['Made free of tree nuts (for Mia)', 'Not free of kiwi'])
  await expect(page.getByText('You agreed to this')).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function expectInKitchen(page: Page, order: string): Promise<void> {
  const agreed = ['Made free of tree nuts (for Mia)', 'Not free of kiwi']
  await page.goto(`/seller/orders?order=${order}`)
  await expect(answersIn(page)).toHaveText(agreed)
  await page.goto(`/seller/orders/prep?day=${cakeDay}`)
  await expect(page.getByRole('table', { name: 'Totals to make' })).toContainText(
    'Made free of tree nuts · Not free of kiwi',
  )
  await expect(answersIn(page.getByRole('article', { name: /^Packing list/ }))).toHaveText(agreed)
  await page.goto(`/seller/orders/${order}/labels`)
  const label = page.getByRole('article', { name: 'Label of Dinosaur cake' })
  await expect(label).toContainText('Made free of tree nuts.')
  await expect(label).toContainText('Not free of kiwi.')
  await expect(label).toContainText('Ingredients: Wheat flour, sugar, kiwi')
  await expect(label).not.toContainText(/walnut|may contain/i)
}

/** The export is a zip without compression, so its texts can be searched. */
async function expectExported(request: APIRequestContext, { headers }: Member): Promise<void> {
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  const exported = await request.post('/functions/v1/export-account', { form: { token } })
  const text = (await exported.body()).toString()
  expect(text).toMatch(/"allergen_answers":\s*\[\s*\{[^}]*"for":\s*"Mia"/)
  expect(text).toMatch(/"answers_agreed_at":\s*"20/)
}

test('A parent orders a cake without nuts, and the answers of the baker reach the label', async ({
  browser,
  page: buyer,
  request,
  siteUrl,
}) => {
  test.slow()
  const kitchen = await createShop('Dinosaur Bakery')
  await kitchen.addPickupWindows()
  const cake = await kitchen.addProduct({
    name: 'Dinosaur cake',
    product_type: 'bespoke',
    price: 0,
    available_for_pickup: true,
    ingredients: 'Wheat flour, sugar',
    allergens: {
      ...allFree,
      ...{ gluten: 'contains', wheat: 'contains', nuts: 'may_contain', almond: 'may_contain', walnut: 'may_contain' },
    },
  })
  const parent = await createMember(request, 'Bea')
  const owner = await signInMember(request, kitchen.owner.email, password)
  const seller = await openSecondBrowser(browser, buyer, siteUrl)
  await setSession(buyer, parent)
  await setSession(seller, owner)
  const conversationId = await askForNutFreeCake(buyer, cake.path)
  await seller.goto(`/messages?room=${conversationId}`)
  await answerAndQuote(seller)
  await accept(buyer)
  await correctAnswers(seller)
  await expectInKitchen(seller, await acceptAgainAndPay(buyer))
  await expectExported(request, parent)
  await seller.context().close()
})

test('A parent who names an allergen after the price gets a new quote that answers it', { tag: '@long' }, async ({
  browser,
  page: buyer,
  request,
  siteUrl,
}) => {
  test.slow()
  const kitchen = await createShop('Late Bakery')
  const cake = await kitchen.addProduct({
    name: 'Late cake',
    product_type: 'bespoke',
    price: 0,
    allergens: allFree,
  })
  const seller = await openSecondBrowser(browser, buyer, siteUrl)
  await setSession(buyer, await createMember(request, 'Bea'))
  await setSession(seller, await signInMember(request, kitchen.owner.email, password))
  await visit(buyer, cake.path)
  await buyer.getByRole('button', { name: 'Request a consultation' }).click()
  const brief = buyer.getByRole('dialog', { name: 'Request a consultation' })
  await brief.getByLabel('What would you like?').fill('A tall cake')
  await brief.getByRole('button', { name: 'Send to the seller' }).click()
  await expect(buyer).toHaveURL(/\/messages\?room=/)
  const conversationId = new URL(buyer.url()).searchParams.get('room') ?? ''

  await seller.goto(`/messages?room=${conversationId}`)
  const quote = async () => {
    await conversation(seller).getByRole('button', { name: 'Quote a price' }).click()
    const dialog = seller.getByRole('dialog', { name: 'Quote a price' })
    await dialog.getByLabel('Price in £').fill('45')
    return dialog
  }
  await (await quote()).getByRole('button', { name: 'Send quote' }).click()
  const chat = conversation(buyer)
  await expect(chat.getByRole('link', { name: 'Accept and pay' })).toBeVisible({ timeout: 20_000 })
  await chat.getByLabel('Message', { exact: true }).fill('My son is allergic to walnuts!')
  await chat.getByRole('button', { name: 'Send' }).click()

  await chat.locator('summary', { hasText: 'Your request' }).click()
  await chat.getByRole('button', { name: 'Add allergens' }).click()
  const named = buyer.getByRole('dialog', { name: 'Allergens of your request' })
  await expect(named).toContainText('The quote of £45.00 does not answer what you change here, so it is withdrawn.')
  await named.getByRole('combobox', { name: 'Add an allergen' }).fill('sesame')
  await buyer.getByRole('option', { name: 'Sesame' }).click()
  await expectAccessible(buyer)
  await named.getByRole('button', { name: 'Save and ask for a new quote' }).click()
  await expect(chat.getByRole('link', { name: 'Accept and pay' })).toHaveCount(0)
  await expect(chat).toContainText('so the quote no longer applies.')

  await expect(conversation(seller)).toContainText('Allergens: sesame', { timeout: 20_000 })
  const dialog = await quote()
  // The message names another one.
  await expect(dialog).toContainText('A message of the buyer speaks of an allergy')
  await dialog.getByRole('group', { name: 'Sesame' }).getByLabel('Will be free of it').check()
  await dialog.getByRole('button', { name: 'Send quote' }).click()
  await expect(answersIn(chat)).toHaveText(['Made free of sesame'], { timeout: 20_000 })
  await seller.context().close()
})

test('A conversation, its history and its checkout repeat no answer that the product contradicts by now', {
  tag: '@long',
}, async ({ page, request }) => {
  const kitchen = await createShop('Changing Bakery')
  const cake = await kitchen.addProduct({
    name: 'Changing cake',
    product_type: 'bespoke',
    price: 0,
    allergens: allFree,
  })
  const parent = await createMember(request, 'Bea')
  const seller = await signInMember(request, kitchen.owner.email, password)
  const brief = { details: 'A cake', allergens: [{ allergen: 'nuts' }] }
  const conversationId = await insertRow('chat_rooms', {
    buyer_id: parent.id,
    seller_id: seller.id,
    product_id: cake.id,
    brief,
  })
  const quote = async (values: object) => {
    const sent = await request.patch(`/rest/v1/chat_rooms?id=eq.${conversationId}`, {
      headers: seller.headers,
      data: values,
    })
    expect(sent.status(), await sent.text()).toBe(204)
  }
  const inKitchenWithNuts = { allergens: { ...allFree, nuts: 'may_contain' } }
  const answer = (given: string) => ({ allergen_answers: [{ allergen: 'nuts', answer: given }] })
  await quote({ price_quote: 45, ...answer('kitchen'), quote_declaration: inKitchenWithNuts })
  await quote({ ...answer('free'), quote_declaration: null })
  await setSession(page, parent)
  await page.goto(`/messages?room=${conversationId}`)
  await expect(answersIn(conversation(page))).toHaveText(['Made free of tree nuts'])

  await updateRow('products', cake.id, { allergens: { ...allFree, nuts: 'contains', walnut: 'contains' } })
  await reload(page)
  const lapsed = 'The declaration has changed, so the answer about tree nuts no longer applies'
  await expect(answersIn(conversation(page))).toHaveText([lapsed])
  await conversation(page).getByRole('button', { name: 'History of quotes' }).click()
  const versions = page.getByRole('dialog').locator('ol > li')
  await expect(versions.first()).toContainText(lapsed)
  await expect(versions.last()).toContainText('These answers belong to this earlier quote only:')
  await expect(versions.last()).toContainText('Made free of tree nuts; made in a kitchen with tree nuts')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await conversation(page).getByRole('link', { name: 'Accept and pay' }).click()
  await expect(answersIn(page)).toHaveText([lapsed])
})
