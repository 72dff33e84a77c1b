/** The pages that stand whatever the market sells: contact, questions and answers, terms, privacy. */
import { expectAccessible } from './accessibility.ts'
import { become, newMember } from './members.ts'
import { arrive, expect, test } from './visitor.ts'

test('terms and privacy have their sections, lead to each other, and say where to write', async ({ page }) => {
  await arrive(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Use')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(7)
  await expectAccessible(page)

  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(8)
  await expect(page.getByRole('main').getByRole('link', { name: 'hello@tuckbox.test' })).toHaveAttribute(
    'href',
    'mailto:hello@tuckbox.test',
  )
  await expectAccessible(page)

  await page.getByRole('main').getByRole('link', { name: 'Terms of Use' }).click()
  await expect(page).toHaveURL(/\/terms$/)
})

test('questions are searched, in the address too', async ({ page }) => {
  await arrive(page, '/faq')
  await expectAccessible(page)
  const answer = page.getByText('the items and your pickup time are yours for 30 minutes')
  await expect(answer).toBeHidden()
  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('BASKET kept')
  await expect(page.getByRole('status').filter({ hasText: '1 answer' })).toBeVisible()
  await expect(answer).toBeVisible()
  await expect(page).toHaveURL(/\/faq\?q=BASKET/)
  await page.reload()
  await expect(answer).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('zebra')
  await expect(page.getByRole('heading', { name: 'No answer to that yet' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
})

test('whoever writes to us is told what is missing, and that it arrived', async ({ page, request }) => {
  const ann = await newMember(request, 'Ann')
  await become(page, ann)
  await arrive(page, '/contact')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Subject must be at least 2 characters')).toBeVisible()
  await expect(page.getByText('Message must be at least 10 characters')).toBeVisible()
  await page.getByLabel('Subject').fill('A question')
  await page.getByLabel('Message').fill('Do you come to Bristol as well?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('We have your message and answer by email.')).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('')
  const kept = await request.get('/rest/v1/contact_messages?select=shop_id,subject,message', { headers: ann.headers })
  expect(await kept.json()).toEqual([
    { shop_id: null, subject: 'A question', message: 'Do you come to Bristol as well?' },
  ])
})
