import { describe, expect, it } from 'vitest'
import { addressForm, emptyAddress } from './address-form.ts'

const address = {
  ...emptyAddress,
  fullName: 'Ann Lee',
  addressLine1: '1 High Street',
  city: 'Ely',
  postalCode: 'cb74ju',
}

function errorsOf(values: object): unknown {
  const issues = addressForm.safeParse({ ...address, ...values }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

describe('the address form', () => {
  it('formats the postcode, and leaves out empty fields', () => {
    expect(addressForm.parse(address)).toMatchObject({ postalCode: 'CB7 4JU', addressLine2: null, phone: null })
  })

  it('reports missing and invalid fields', () => {
    expect(errorsOf({ ...emptyAddress, phone: 'call me' })).toEqual({
      fullName: 'Please enter the full name.',
      addressLine1: 'Please enter the first line of the address.',
      city: 'Please enter the town or city.',
      postalCode: 'Please enter a full UK postcode, such as SE1 9SG.',
      phone: 'Please enter a phone number in digits.',
    })
    expect(errorsOf({ postalCode: 'CB7' })).toEqual({ postalCode: 'Please enter a full UK postcode, such as SE1 9SG.' })
    expect(errorsOf({ city: 'x'.repeat(101) })).toEqual({ city: 'Please use at most 100 characters.' })
  })
})
