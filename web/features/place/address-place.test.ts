import { describe, expect, it, vi } from 'vitest'
import { findAddressPlace, findTownPlace } from './address-place.ts'

const inEly = { lat: 52.4, lon: 0.26 }

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

  it('can be chosen from a list of towns, with the region if several have the same name', async () => {
    expect(await findTownPlace('Newport, Telford and Wrekin')).toMatchObject({ lat: 52.77 })
    expect(await findTownPlace('Richmond')).toBeNull()
  })
})
