import { expect, it } from 'vitest'
import {
  buyVoucherForm,
  defaultVoucherTerms,
  offeredAmounts,
  voucherRequest,
  voucherTermsForm,
} from './voucher-form.ts'

const today = '2026-11-26'
const wanted = {
  amount: '25',
  to: 'other' as const,
  recipientName: 'Ana',
  recipientEmail: 'ana@example.test',
  message: ' Happy birthday ',
  sendOn: today,
}
const form = buyVoucherForm(defaultVoucherTerms, today)

it('A purchase becomes the request of the database', () => {
  expect(voucherRequest('shop', form.parse(wanted))).toEqual({
    shop_id: 'shop',
    amount: 25,
    recipient_name: 'Ana',
    recipient_email: 'ana@example.test',
    message: 'Happy birthday',
    send_on: today,
  })
  const forMe = { ...wanted, to: 'me' as const, recipientName: '', recipientEmail: 'left over', message: '' }
  expect(voucherRequest('shop', form.parse(forMe))).toEqual({ shop_id: 'shop', amount: 25, send_on: today })
})

it('Amounts, recipients and days outside the terms are refused beside their field', () => {
  for (const [change, field] of [
    [{ amount: '9.99' }, 'amount'],
    [{ amount: '100.01' }, 'amount'],
    [{ amount: '' }, 'amount'],
    [{ recipientName: '' }, 'recipientName'],
    [{ recipientEmail: 'ana' }, 'recipientEmail'],
    [{ sendOn: '2026-11-25' }, 'sendOn'],
    [{ sendOn: '2027-11-27' }, 'sendOn'],
    [{ message: 'x'.repeat(501) }, 'message'],
  ] as const)
    expect(form.safeParse({ ...wanted, ...change }).error?.issues.map(({ path }) => path[0])).toEqual([field])
})

it('A shop’s terms keep to the limits', () => {
  expect(voucherTermsForm.parse({ smallest: '5', largest: '500', months: '12' })).toEqual({
    smallest: 5,
    largest: 500,
    months: 12,
  })
  for (const wrong of [
    { smallest: '4.99', largest: '50', months: '24' },
    { smallest: '50', largest: '20', months: '24' },
    { smallest: '10', largest: '500.01', months: '24' },
    { smallest: '10', largest: '100', months: '11' },
    { smallest: '10', largest: '100', months: '' },
  ])
    expect(voucherTermsForm.safeParse(wrong).success).toBe(false)
})

it('Offered amounts are round ones within the terms', () => {
  expect(offeredAmounts(defaultVoucherTerms)).toEqual([10, 15, 25, 50])
  expect(offeredAmounts({ smallest: 11, largest: 12, months: 24 })).toEqual([11])
})
