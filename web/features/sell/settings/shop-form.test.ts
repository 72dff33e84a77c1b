import { describe, expect, it } from 'vitest'
import { errorsOf } from '#domain/values/form-errors'
import { createShopForm, shopForm, shopSettingsForm } from './shop-form.ts'

describe('the forms of a shop', () => {
  const shop = { shopName: 'Crumb & Co', description: 'Bread from a wood oven.', category: 'Bread' }
  const nowhere = { text: '', place: null }
  const ely = { text: 'Ely, Cambridgeshire', place: { lat: 52.4, lon: 0.26 } }
  const noPickupPlace = { addressLine1: '', addressLine2: '', city: '', postalCode: '', instructions: '' }
  const settings = {
    ...shop,
    town: ely,
    deliveryRadiusMiles: '',
    foodRegistration: ' ',
    hygieneRating: '',
    pickupPlace: noPickupPlace,
  }

  it('accept a listed town, or none', () => {
    expect(createShopForm.parse({ ...shop, town: ely }).town).toEqual({
      town: 'Ely, Cambridgeshire',
      lat: 52.4,
      lon: 0.26,
    })
    expect(createShopForm.parse({ ...shop, town: nowhere }).town).toEqual({ town: null, lat: null, lon: null })
    expect(errorsOf(createShopForm, { ...shop, town: { text: 'Elly', place: null } })).toEqual({
      'town.text': 'Please choose a town or district from the list.',
    })
  })

  it('measure a name as the database does, and turn a pasted tab into a space', () => {
    const named = (shopName: string) => ({ ...shop, town: nowhere, shopName })
    expect(createShopForm.parse(named('\u200b Rosie\t\tBakes\u0085')).shopName).toBe('Rosie Bakes')
    expect(errorsOf(createShopForm, named('\u{1f370}'))).toEqual({
      shopName: 'Shop name must be at least 2 characters.',
    })
    expect(errorsOf(createShopForm, named('\u{1f370}'.repeat(50)))).toEqual({})
  })

  it('keep the lines of the pickup instructions', () => {
    const pickupPlace = { ...noPickupPlace, addressLine1: '1 Mill Lane', city: 'Ely', postalCode: 'CB7 4AA' }
    const instructions = 'The blue door.\nRing twice.'
    const saved = shopSettingsForm.parse({ ...settings, pickupPlace: { ...pickupPlace, instructions } }).pickupPlace
    expect(saved?.instructions).toBe(instructions)
  })

  it('turn empty fields into null', () => {
    expect(shopSettingsForm.parse(settings)).toMatchObject({
      deliveryRadiusMiles: null,
      foodRegistration: null,
      hygieneRating: null,
      pickupPlace: null,
    })
  })

  it('accept a delivery radius to a tenth of a mile', () => {
    expect(shopSettingsForm.parse({ ...settings, deliveryRadiusMiles: '7.5' }).deliveryRadiusMiles).toBe(7.5)
    for (const miles of ['0', '0.0', '501', '-1', '1.25', '1e2', 'far'])
      expect(errorsOf(shopSettingsForm, { ...settings, deliveryRadiusMiles: miles })).toEqual({
        deliveryRadiusMiles: 'Please enter a distance between 0.1 and 500 miles.',
      })
  })

  it('accept a complete pickup address, and report missing parts', () => {
    const pickupPlace = { ...noPickupPlace, addressLine1: '1 Mill Lane', city: 'Ely', postalCode: 'cb7 4aa' }
    expect(shopSettingsForm.parse({ ...settings, pickupPlace }).pickupPlace).toEqual({
      addressLine1: '1 Mill Lane',
      addressLine2: null,
      city: 'Ely',
      postalCode: 'CB7 4AA',
      instructions: null,
    })
    expect(
      errorsOf(shopSettingsForm, { ...settings, pickupPlace: { ...noPickupPlace, instructions: 'Ring' } }),
    ).toEqual({
      'pickupPlace.addressLine1': 'Please enter the first line of the address.',
      'pickupPlace.city': 'Please enter the town or city.',
      'pickupPlace.postalCode': 'Please enter the postcode.',
    })
  })

  it('accept only the ratings of the hygiene schemes', () => {
    expect(errorsOf(shopSettingsForm, { ...settings, hygieneRating: '5' })).toEqual({})
    expect(Object.keys(errorsOf(shopSettingsForm, { ...settings, hygieneRating: '6' }))).toEqual(['hygieneRating'])
  })
})

describe('the shop form', () => {
  const shop = { shopName: 'Crumb & Co', description: 'Bread from a wood oven.', category: 'Bread' }

  it('accepts names of 2 to 50 and descriptions of 10 to 500 characters', () => {
    expect(errorsOf(shopForm, shop)).toEqual({})
    expect(errorsOf(shopForm, { ...shop, shopName: 'ab', description: 'x'.repeat(10) })).toEqual({})
    expect(errorsOf(shopForm, { ...shop, shopName: 'x'.repeat(50), description: 'x'.repeat(500) })).toEqual({})
  })

  it('has the specified error texts', () => {
    expect(errorsOf(shopForm, { shopName: ' a ', description: 'short', category: '' })).toEqual({
      shopName: 'Shop name must be at least 2 characters.',
      description: 'Description must be at least 10 characters.',
      category: 'Please select a category.',
    })
    expect(errorsOf(shopForm, { shopName: 'x'.repeat(51), description: 'x'.repeat(501), category: 'Meals' })).toEqual({
      shopName: 'Shop name must be less than 50 characters.',
      description: 'Description must be less than 500 characters.',
      category: 'Please select a category.',
    })
  })
})
