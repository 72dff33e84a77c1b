import { describe, expect, it } from 'vitest'
import { customerForm, customerFormValues } from './customer-form.ts'

describe('the notes about a customer', () => {
  it('have tags once each, in small letters', () => {
    expect(customerForm.parse({ tags: ' Regular, office,regular ,, ', note: ' Likes rye. ', allergies: '' })).toEqual({
      tags: ['regular', 'office'],
      note: 'Likes rye.',
      allergies: null,
    })
  })

  it('are shown as they were saved', () => {
    const note = { tags: ['regular', 'office'], note: null, allergies: 'Walnuts' }
    expect(customerForm.parse(customerFormValues(note))).toEqual(note)
    expect(customerForm.parse(customerFormValues(null))).toEqual({ tags: [], note: null, allergies: null })
  })

  it('refuse too many tags and too long texts', () => {
    const values = customerFormValues(null)
    const many = Array.from({ length: 11 }, (_, n) => `tag ${n}`).join(',')
    expect(customerForm.safeParse({ ...values, tags: many }).success).toBe(false)
    expect(customerForm.safeParse({ ...values, tags: 'x'.repeat(31) }).success).toBe(false)
    expect(customerForm.safeParse({ ...values, note: 'x'.repeat(2001) }).success).toBe(false)
  })
})
