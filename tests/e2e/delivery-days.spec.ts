/** A baker sets delivery days, a special date and limits; a buyer chooses one of those days, and both see it. */
import { addDays, dayOfWeek, londonTime, longDate, weekdayName } from '#domain/values/calendar'
import { expectAccessible } from './accessibility.ts'
import { addToBasket, expect, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { createShop } from './shop-fixtures.ts'

test('A baker offers delivery days, and a buyer orders for one of them', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const kitchen = await createShop('Saturday Kitchen')
  const bun = await kitchen.addProduct({ name: 'Saturday bun', price: 4, available_for_delivery: true }, { Plain: 0 })
  const { date: today } = londonTime(new Date())
  const [weekly, dated] = [addDays(today, 3), addDays(today, 5)]
  await setSession(page, await signInMember(request, kitchen.owner.email, password))

  await test.step('The baker adds, changes and limits delivery days', async () => {
    await visit(page, '/seller/shop-settings')
    const panel = page.getByRole('region', { name: 'Delivery Schedule' })
    await panel.getByRole('button', { name: weekdayName(dayOfWeek(weekly)).slice(0, 3) }).click()
    await panel.getByLabel('Maximum orders').fill('6')
    await panel.getByRole('button', { name: 'Add Delivery Schedule' }).click()
    await expect(toast(page, 'Delivery schedule added')).toBeVisible()
    const rows = panel.getByRole('list', { name: 'Delivery schedules' }).getByRole('listitem')
    await panel.getByRole('button', { name: /^Edit/ }).click()
    await rows.getByLabel('Start time').fill('10:00')
    await rows.getByLabel('End time').fill('12:00')
    await rows.getByRole('button', { name: 'Save' }).click()
    await expect(rows).toHaveText([`${weekdayName(dayOfWeek(weekly))}10:00 to 12:00(Max 6 orders)`])
    await panel.getByLabel('Only on one date').check()
    await expect(panel.getByLabel('Special days')).toContainText('Christmas Eve')
    await panel.getByLabel('Date', { exact: true }).fill(dated)
    await panel.getByRole('button', { name: 'Add Delivery Schedule' }).click()
    await expect(rows).toHaveCount(2)
    await page.getByLabel('Buyers can book').selectOption('A year ahead')
    await page.getByRole('link', { name: 'Set delivery terms' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save booking rules' }).click()
    await expect(toast(page, 'Booking rules saved')).toBeVisible()
    const limits = page.getByRole('region', { name: 'Limits a day' })
    await limits.getByLabel('At most').fill('12')
    await limits.getByRole('button', { name: 'Add limit' }).click()
    await expect(limits.getByText('Every day: at most 12 orders')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('The buyer chooses a day, and reads why others are not free', async () => {
    await setSession(page, await createMember(request, 'Robin'))
    await visit(page, bun.path)
    await addToBasket(page)
    await addToBasket(page)
    await visit(page, '/checkout')
    const days = page.getByRole('group', { name: 'Day', exact: true })
    await expect(days.getByRole('radio', { name: longDate(weekly), exact: true })).toBeChecked()
    const tomorrow = days.getByRole('radio', { name: `${longDate(addDays(today, 1))}: No times on this day.` })
    if (await tomorrow.isVisible()) {
      await tomorrow.check()
      await expect(page.getByText('No times on this day.', { exact: true })).toBeVisible()
      await days.getByRole('radio', { name: longDate(weekly), exact: true }).check()
    }
    await page.getByRole('radio', { name: '10:00 to 12:00' }).check()
    await expectAccessible(page)
    for (const [label, text] of [
      ['Address line 1', '1 High Street'],
      ['Town or city', 'Ely'],
      ['Postcode', 'CB7 4DL'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(page.getByRole('radio', { name: /1 High Street/ })).toBeChecked()
    await page.getByRole('checkbox', { name: /I have read/ }).check()
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page).toHaveURL(/\/pay\//)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByRole('link', { name: 'See the order' }).click()
    const when = `${longDate(weekly)}, 10:00 to 12:00`
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(`It will be delivered on ${when}.`)
    await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
  })
})
