import { describe, expect, it } from 'vitest'
import { milesBetween } from '#domain/locations/distance'
import { findDistricts, townsOfArea } from './postcode-districts.ts'

/** Landmarks and their postcodes. */
const landmarks = [
  { name: 'Borough Market', postcode: 'SE1 9AL', lat: 51.5055, lon: -0.0905 },
  { name: 'Buckingham Palace', postcode: 'SW1A 1AA', lat: 51.501, lon: -0.142 },
  { name: 'Alexandra Palace', postcode: 'N22 7AY', lat: 51.594, lon: -0.131 },
  { name: 'Greenwich Observatory', postcode: 'SE10 8XJ', lat: 51.477, lon: 0 },
  { name: 'Twickenham Stadium', postcode: 'TW2 7BA', lat: 51.456, lon: -0.342 },
  { name: 'Wembley Stadium', postcode: 'HA9 0WS', lat: 51.556, lon: -0.28 },
  { name: 'London City Airport', postcode: 'E16 2PX', lat: 51.504, lon: 0.05 },
  { name: 'Bank of England', postcode: 'EC2R 8AH', lat: 51.514, lon: -0.089 },
]

describe('the bundled postcode districts', () => {
  it.each(landmarks)('place $name ($postcode) to about a mile', ({ postcode, lat, lon }) => {
    const [district] = findDistricts(postcode)
    expect(district && milesBetween(district, { lat, lon })).toBeLessThan(1.7)
  })

  it('do not contain places outside London', () => {
    expect(['M1 1AE', 'EH1 1YZ', 'SE', 'London'].flatMap((typed) => findDistricts(typed))).toEqual([])
  })
})

describe('the towns of a postcode area', () => {
  it('begin with its main town, and are within 25 miles of it', () => {
    const towns = townsOfArea('M14 5RB')
    expect(towns[0]?.name).toBe('Manchester')
    expect(towns).toHaveLength(8)
    expect(townsOfArea('ZE1 0AA')[0]?.name).toBe('Lerwick')
    expect(townsOfArea('NP20 1XX')[0]).toMatchObject({ name: 'Newport', country: 'Wales' })
    for (const text of ['ZZ1 1ZZ', 'Manchester', 'SE1 9SG']) expect(townsOfArea(text), text).toEqual([])
  })
})
