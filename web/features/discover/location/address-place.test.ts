import { describe, expect, it, vi } from 'vitest'
import { milesBetween } from '#domain/locations/distance'
import { findAddressPlace, findNamedPlace, findTownPlace, questionPostcode } from './address-place.ts'

const inEly = { lat: 52.4, lon: 0.26 }

describe('a postcode that may not belong to its town', () => {
  const question = (postalCode: string, city: string) => questionPostcode({ postalCode, city })

  it('is questioned with the distance', async () => {
    expect(await question('SE1 9SG', 'Leeds')).toMatch(/^SE1 is in London, about 1[67]\d miles from Leeds\.$/)
    expect(await question('LS1 1AA', 'London')).toMatch(/^LS1 is around Leeds, about 1[67]\d miles from London\.$/)
  })

  it('is not questioned when they fit, or when either is not known', async () => {
    const fitting: [string, string][] = [
      ['SE1 9SG', 'London'],
      ['SE1 9SG', 'southwark'],
      ['LS1 1AA', 'Leeds'],
      ['LS29 8DZ', 'Ilkley'],
      ['SE1 9SG', 'Nowhere at all'],
      ['ZZ1 1AA', 'Leeds'],
      ['', ''],
    ]
    for (const [postcode, city] of fitting) expect(await question(postcode, city), postcode).toBeNull()
  })

  it('fits every bundled town of the area', async () => {
    for (const [postcode, city] of [
      ['IV2 3AA', 'Inverness'],
      ['IV51 9AA', 'Portree'],
      ['PH1 5AA', 'Perth'],
      ['PH33 6AA', 'Fort William'],
      ['SY23 1AA', 'Aberystwyth'],
      ['PA34 4AA', 'Oban'],
      ['TD9 9AA', 'Hawick'],
      ['KW1 4AA', 'Wick'],
      ['LL57 1AA', 'Bangor'],
    ] as const)
      expect(await question(postcode, city), city).toBeNull()
  })
})

describe('the coordinates of an address', () => {
  it('are those of its town, if only one town has the name', async () => {
    expect(await findAddressPlace({ postalCode: 'CB7 4DL', city: 'ely' }, false)).toEqual(inEly)
    for (const city of ['Newport', 'Upper Nowhere', '']) {
      expect(await findAddressPlace({ postalCode: 'TF10 7AA', city }, false), city).toBeNull()
    }
  })

  it('are those of its postcode, or of its town if the postcode is not found', async () => {
    const found = { lat: 52.398, lon: 0.264, label: 'CB7 4DL' }
    const responses = [Response.json(found), new Response(null, { status: 404 }), new Response(null, { status: 502 })]
    vi.stubGlobal('fetch', async () => responses.shift())
    const address = { postalCode: 'CB7 4DL', city: 'Ely' }
    expect(await findAddressPlace(address, true)).toEqual({ lat: 52.398, lon: 0.264 })
    expect(await findAddressPlace(address, true)).toEqual(inEly)
    expect(await findAddressPlace(address, true)).toEqual(inEly)
    vi.unstubAllGlobals()
  })

  it('are those of its postcode district in London, where a town is many miles wide', async () => {
    const place = await findAddressPlace({ postalCode: 'SW19 5AE', city: 'London' }, false)
    expect(place && milesBetween(place, { lat: 51.434, lon: -0.214 })).toBeLessThan(1.5)
  })

  it('can be chosen from a list of towns, with the region if several have the same name', async () => {
    expect(await findTownPlace('Newport, Telford and Wrekin')).toMatchObject({ lat: 52.77 })
    expect(await findTownPlace('Richmond')).toBeNull()
  })
})

describe('the place that a search names', () => {
  it('is a postcode district or the largest town of the name', async () => {
    expect(await findNamedPlace('se1')).toMatchObject({ label: 'London SE1' })
    expect(await findNamedPlace('Leeds')).toMatchObject({ label: 'Leeds', lat: 53.8 })
    expect(await findNamedPlace('newport')).toMatchObject({ lat: 51.59 })
    for (const text of ['', 'leed', 'chocolate', 'me']) expect(await findNamedPlace(text), text).toBeNull()
  })
})
