import { describe, expect, it } from 'vitest'
import { defaultChosenPlace } from '../locations/chosen-place.ts'
import { postcodeDistrict } from '../locations/postcode.ts'
import { toPence } from '../values/money.ts'
import {
  conditionsText,
  type DeliveringShop,
  type DeliveryTermsRow,
  type Destination,
  deliveryTo,
  destinationAt,
  exampleText,
  feeText,
  minimumOrderText,
  outsideText,
  ownFeePence,
  readDeliveryTerms,
  shortOfFreeText,
} from './delivery-terms.ts'
import { deliveryCases } from './delivery-terms-cases.ts'

const flat: DeliveryTermsRow = { basis: 'flat', fee: 4, zones: [], free_from: 40, minimum_order: 20 }
const bands: DeliveryTermsRow = {
  ...flat,
  basis: 'distance',
  fee: null,
  zones: [
    { miles: 2, fee: 3 },
    { miles: 5, fee: 4 },
  ],
}
const areas: DeliveryTermsRow = { ...flat, basis: 'postcode', fee: null, zones: [{ districts: ['SE1'], fee: 2.5 }] }

/** In Southwark. */
const shop: DeliveringShop = { lat: 51.5, lon: -0.09, delivery_radius_miles: null, delivery_terms: null }
const near = { place: { lat: 51.51, lon: -0.09 }, postcode: 'SE1 9SG' }
const far = { place: { lat: 53.8, lon: -1.55 }, postcode: 'LS1 1AA' }
const nowhere = { place: null, postcode: null }

describe('the fee by a shop’s own terms', () => {
  it.each(deliveryCases)('of £$subtotal, $miles miles away, to $postcode, is $fee', (one) => {
    const pence = ownFeePence(
      readDeliveryTerms(one.terms),
      toPence(one.subtotal),
      one.miles,
      postcodeDistrict(one.postcode),
    )
    expect(pence).toBe(one.fee === null ? null : toPence(one.fee))
  })
})

describe('a delivery', () => {
  const to = (values: Partial<DeliveringShop>, where: Destination, pence = 3000) =>
    deliveryTo({ ...shop, ...values }, pence, where)

  it('by the marketplace’s terms reaches as far as the radius', () => {
    expect(to({}, nowhere)).toMatchObject({ kind: 'delivered', feePence: null })
    expect(to({ delivery_radius_miles: 5 }, near)).toMatchObject({ kind: 'delivered', feePence: null, miles: 0.7 })
    expect(to({ delivery_radius_miles: 5 }, far)).toMatchObject({ kind: 'outside', reachMiles: 5 })
    expect(to({ delivery_radius_miles: 5 }, nowhere)).toEqual({ kind: 'unknown', needs: 'place', terms: null })
    // As in the database, a shop without a place has no radius.
    expect(to({ delivery_radius_miles: 5, lat: null }, far)).toMatchObject({ kind: 'delivered' })
  })

  it('by own terms knows the fee, the minimum and what is missing for free delivery', () => {
    expect(to({ delivery_terms: flat }, nowhere, 3400)).toMatchObject({
      feePence: 400,
      missingPence: 0,
      shortOfFreePence: 600,
    })
    expect(to({ delivery_terms: flat }, nowhere, 1550)).toMatchObject({ missingPence: 450 })
    expect(to({ delivery_terms: flat }, nowhere, 4000)).toMatchObject({ feePence: 0, shortOfFreePence: 0 })
  })

  it('by distance ends at the last band or at the radius, whichever is nearer', () => {
    expect(to({ delivery_terms: bands }, near)).toMatchObject({ feePence: 300 })
    expect(to({ delivery_terms: bands }, far)).toMatchObject({ kind: 'outside', reachMiles: 5 })
    expect(to({ delivery_terms: bands, delivery_radius_miles: 0.5 }, near)).toMatchObject({ reachMiles: 0.5 })
    expect(to({ delivery_terms: bands }, nowhere)).toMatchObject({ kind: 'unknown', needs: 'place' })
    expect(to({ delivery_terms: bands, lat: null }, near)).toMatchObject({ kind: 'outside' })
  })

  it('goes to the district that the shopper’s place names', () => {
    expect(destinationAt(defaultChosenPlace)).toEqual({ place: { lat: 51.505, lon: -0.09 }, postcode: 'SE1' })
    expect(destinationAt({ ...defaultChosenPlace, label: 'Leeds' }).postcode).toBeNull()
  })

  it('by postcode needs one', () => {
    expect(to({ delivery_terms: areas }, { ...near, place: null })).toMatchObject({ feePence: 250 })
    expect(to({ delivery_terms: areas }, far)).toEqual({ kind: 'outside', miles: null, reachMiles: null })
    expect(to({ delivery_terms: areas }, nowhere)).toMatchObject({ kind: 'unknown', needs: 'postcode' })
  })

  it('reads no zone from what is not one', () => {
    for (const zones of [null, 'x', [1, null, { miles: 2 }]])
      expect(readDeliveryTerms({ ...bands, zones }).zones).toEqual([])
  })
})

describe('the texts about delivery', () => {
  it('name the fee and the conditions', () => {
    expect(feeText(readDeliveryTerms(flat))).toBe('£4.00')
    expect(feeText(readDeliveryTerms({ ...flat, fee: 0 }))).toBe('free')
    expect(feeText(readDeliveryTerms(bands))).toBe('from £3.00')
    expect(conditionsText(readDeliveryTerms(flat))).toBe('free from £40, minimum order £20')
    expect(conditionsText(readDeliveryTerms({ ...flat, free_from: 39.5, minimum_order: null }))).toBe(
      'free from £39.50',
    )
  })

  it('say what is missing, and why an address is outside', () => {
    const delivery = deliveryTo({ ...shop, delivery_terms: flat }, 1550, near)
    if (delivery.kind !== 'delivered') throw new Error('outside')
    expect(minimumOrderText('Crumb', delivery)).toBe('Crumb delivers orders from £20.00. Please add £4.50 more.')
    expect(shortOfFreeText(delivery)).toBe('Free from £40: £24.50 to go')
    expect(shortOfFreeText({ ...delivery, shortOfFreePence: 0 })).toBeNull()
    expect(outsideText('Crumb', { miles: 7.2, reachMiles: 5 }, 'your address')).toBe(
      'Crumb delivers up to 5 miles, and your address is 7.2 miles away.',
    )
    expect(outsideText('Crumb', { miles: null, reachMiles: null }, 'LS1')).toBe('Crumb does not deliver to LS1.')
  })

  it('work an example for the seller', () => {
    const se1 = { name: 'SE1', miles: 2, district: 'SE1' }
    expect(exampleText(readDeliveryTerms(flat), 3000, se1)).toBe('A £30 order to SE1 (2 miles) pays £4.00.')
    expect(exampleText(readDeliveryTerms(flat), 4000, se1)).toBe('A £40 order to SE1 (2 miles) is delivered for free.')
    expect(exampleText(readDeliveryTerms(flat), 1000, se1)).toBe(
      'A £10 order to SE1 (2 miles) is too small: the minimum is £20.',
    )
    expect(exampleText(readDeliveryTerms(bands), 3000, { ...se1, miles: 6 })).toBe(
      'A £30 order to SE1 (6 miles) is not delivered.',
    )
  })
})
