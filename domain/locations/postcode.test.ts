import { describe, expect, it } from 'vitest'
import { isPartOfPostcode, postcodeDistrict, readPostcode } from './postcode.ts'

describe('readPostcode', () => {
  it.each([
    ['SE1 9SG', 'SE1 9SG'],
    ['se19sg', 'SE1 9SG'],
    [' sw1a  1aa ', 'SW1A 1AA'],
    ['M1-1AE', 'M1 1AE'],
    ['bt1 5gs', 'BT1 5GS'],
    ['EC1A1BB', 'EC1A 1BB'],
  ])('normalises %s', (typed, postcode) => {
    expect(readPostcode(typed)).toBe(postcode)
  })

  it.each(['', 'SE1', 'SE1 9S', 'London', '12345', 'SE1 9SG London', 'ABC1 1AA', '<b>', 'SE1/9SG', 'S'.repeat(9_999)])(
    'refuses %.20s',
    (typed) => {
      expect(readPostcode(typed)).toBeNull()
    },
  )
})

describe('isPartOfPostcode', () => {
  it('recognises an incomplete postcode', () => {
    expect(['SE1', 'se1 9', 'SE1 9S', 'M1', 'SW1A', 'SW1A 1'].filter((typed) => !isPartOfPostcode(typed))).toEqual([])
    expect(['London', 'SE1 9SG', 'St Albans', '', '42', 'E'].filter(isPartOfPostcode)).toEqual([])
  })
})

describe('postcodeDistrict', () => {
  it.each([
    ['SE1 9SG', 'SE1'],
    ['se19sg', 'SE1'],
    ['SE1', 'SE1'],
    ['SE1 9', 'SE1'],
    ['SE19', 'SE19'],
    ['ec1a 1bb', 'EC1A'],
    ['London', null],
    ['', null],
  ])('of %s is %s', (text, district) => {
    expect(postcodeDistrict(text)).toBe(district)
  })
})
