import { expect, it } from 'vitest'
import { requirementsInWords } from './payment-requirements.ts'

it('missing payment requirements are listed once each, in words', () => {
  expect(
    requirementsInWords([
      'external_account',
      'individual.dob.day',
      'individual.dob.month',
      'individual.verification.document',
      'business_profile.url',
      'company.tax_id',
      'tos_acceptance.date',
      'settings.something.new',
    ]),
  ).toEqual([
    'Your bank account',
    'Details about you',
    'A document that shows who you are',
    'Details about your business',
    'Your agreement to Stripe’s terms',
    'Some more details',
  ])
  expect(requirementsInWords([])).toEqual([])
})
