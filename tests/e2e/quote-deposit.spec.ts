/** A quote with lines and a deposit: written, revised, accepted, and paid in two parts. */
import { expectAccessible } from './accessibility.ts'
import { conversation, openSecondBrowser } from './conversations.ts'
import { expect, test } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { createShop, insertRow } from './shop-fixtures.ts'

const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(Date.now() + days * 86_400_000)

test('A quote with a deposit is revised, accepted and paid in two parts', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  test.setTimeout(90_000)
  const kitchen = await createShop('Deposit Bakery')
  await kitchen.addPickupWindows()
  const cake = await kitchen.addProduct({
    name: 'Wedding cake',
    product_type: 'bespoke',
    price: 0,
    available_for_pickup: true,
  })
  const bea = await createMember(request, 'Bea')
  const owner = await signInMember(request, kitchen.owner.email, password)
  const conversationId = await insertRow('chat_rooms', { buyer_id: bea.id, seller_id: owner.id, product_id: cake.id })
  const seller = await openSecondBrowser(browser, page, baseURL)
  await setSession(page, bea)
  await setSession(seller, owner)

  await seller.goto(`/messages?room=${conversationId}`)
  await conversation(seller).getByRole('button', { name: 'Quote a price' }).click()
  const dialog = seller.getByRole('dialog', { name: 'Quote a price' })
  await dialog.getByLabel('Price in £').fill('80')
  await dialog.getByRole('button', { name: 'List what it covers' }).click()
  await dialog.getByLabel('Line 1', { exact: true }).fill('Two tiers, lemon')
  await dialog.getByRole('button', { name: 'Add line' }).click()
  await dialog.getByLabel('Line 2', { exact: true }).fill('Sugar flower')
  await dialog.getByLabel('Quantity').nth(1).fill('12')
  await dialog.getByLabel('Each in £').nth(1).fill('1.25')
  await expect(dialog.getByText('Total: £95.00')).toBeVisible()
  await dialog.getByLabel('Deposit').fill('30%')
  await dialog.getByRole('button', { name: 'Send quote' }).click()
  await expect(dialog.getByText('A deposit needs an agreed day.')).toBeVisible()
  await dialog.getByLabel('Agreed day').fill(dayFromNow(20))
  await dialog.getByLabel('Balance due by').fill(dayFromNow(10))
  await dialog.getByLabel('Note').fill('Collected in a tall box.')
  await expectAccessible(seller)
  await dialog.getByRole('button', { name: 'Send quote' }).click()
  await expect(dialog).toBeHidden()
  await expect(conversation(seller).getByRole('region', { name: 'Price' })).toContainText('Price quoted: £95.00')

  await conversation(seller).getByRole('button', { name: 'Revise' }).click()
  const revision = seller.getByRole('dialog', { name: 'Revise quote' })
  await expect(revision.getByLabel('Line 1', { exact: true })).toHaveValue('Two tiers, lemon')
  await revision.getByLabel('Each in £').first().fill('85')
  await revision.getByLabel('Deposit').fill('30%')
  await revision.getByRole('button', { name: 'Send revised quote' }).click()
  await expect(revision).toBeHidden()

  await page.goto(`/messages?room=${conversationId}`)
  const price = conversation(page).getByRole('region', { name: 'Price' })
  await expect(price).toContainText('Price quoted: £100.00')
  await expect(price).toContainText('Deposit £30.00 when accepted, £70.00 by')
  await price.getByText('What the price covers').click()
  await expect(price.getByRole('list', { name: 'What the price covers' })).toContainText('12 × Sugar flower')
  await price.getByRole('button', { name: 'History of quotes' }).click()
  const history = page.getByRole('dialog', { name: 'History of quotes' })
  await expect(history.getByText('£95.00')).toBeVisible()
  await expectAccessible(page)
  await history.getByRole('button', { name: 'Close' }).click()

  await price.getByRole('link', { name: 'Accept and pay the deposit' }).click()
  await page.getByRole('radio', { name: /^Pickup/ }).check()
  await page.getByRole('radio', { name: '13:00 to 17:00' }).check()
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await expect(page.getByText('Collected in a tall box.')).toBeVisible()
  await page.getByRole('button', { name: 'Pay £30.00' }).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: /^Pay £30/ }).click()
  await expect(page.getByText('We have received your deposit.')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: 'See the order' }).click()
  const balance = page.getByRole('region', { name: 'Balance' })
  await expect(balance).toContainText('The balance of £70.00 is due by')
  await expect(page.getByRole('list', { name: 'What the price covers' })).toContainText('12 × Sugar flower')
  await expectAccessible(page)
  const order = new URL(page.url()).pathname.slice('/order/'.length)

  await seller.goto(`/seller/orders?order=${order}`)
  await expect(seller.getByText(/The balance of £70\.00 is due by/)).toBeVisible()
  await expect(seller.getByRole('button', { name: 'It is settled' })).toBeVisible()
  await expectAccessible(seller)

  await balance.getByRole('button', { name: 'Pay £70.00' }).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: /^Pay £70/ }).click()
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByText('Balance, paid').first()).toBeVisible({ timeout: 25_000 })
  await expect(balance).toBeHidden()
  await seller.context().close()
})
