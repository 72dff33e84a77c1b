import { expect, it } from 'vitest'
import { cancellationForm, cancellationFormValues } from './cancellation-form.ts'

const own = { kind: 'own', hoursBefore: '48', refundPercent: '50' }

it('the marketplace’s terms ignore the other fields', () => {
  const none = { cancel_hours_before: null, cancel_refund_percent: null }
  expect(cancellationForm.parse({ kind: 'market', hoursBefore: 'x', refundPercent: '' })).toEqual(none)
  expect(cancellationForm.parse(cancellationFormValues(null))).toEqual(none)
})

it('a shop’s own terms survive being saved and edited', () => {
  const saved = cancellationForm.parse(own)
  expect(saved).toEqual({ cancel_hours_before: 48, cancel_refund_percent: 50 })
  expect(cancellationFormValues({ hoursBefore: 48, refundPercent: 50 })).toEqual(own)
})

it.each([
  ['hoursBefore', '3'],
  ['hoursBefore', ''],
  ['hoursBefore', '2161'],
  ['hoursBefore', '1.5'],
  ['refundPercent', ''],
  ['refundPercent', '101'],
  ['refundPercent', '-1'],
])('%s refuses %j', (field, value) => {
  expect(cancellationForm.safeParse({ ...own, [field]: value }).error?.issues.map(({ path }) => path)).toEqual([
    [field],
  ])
})

it('a refund of nothing and of everything are both terms', () => {
  for (const refundPercent of ['0', '100'])
    expect(cancellationForm.safeParse({ ...own, refundPercent }).success).toBe(true)
})
