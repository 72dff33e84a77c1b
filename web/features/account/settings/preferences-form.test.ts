import { expect, it } from 'vitest'
import { type PreferencesForm, preferencesForm } from './preferences-form.ts'

const values: PreferencesForm = {
  email_notifications: true,
  order_updates: true,
  promotional_emails: false,
  push: { order: true },
  isQuiet: true,
  quietFrom: '22:00',
  quietUntil: '07:00',
}

it.each([{}, { isQuiet: false, quietFrom: '', quietUntil: '' }, { quietFrom: '12:00', quietUntil: '13:00' }])(
  'The preferences %o are accepted',
  (changes) => {
    expect(preferencesForm.safeParse({ ...values, ...changes }).success).toBe(true)
  },
)

it.each([
  [{ quietFrom: '' }, 'quietFrom'],
  [{ quietUntil: '24:00' }, 'quietUntil'],
  [{ quietUntil: '22:00' }, 'quietUntil'],
])('The preferences %o are refused at %s', (changes, field) => {
  const { error } = preferencesForm.safeParse({ ...values, ...changes })
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})
