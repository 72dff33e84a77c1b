import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  blurred,
  defaultChosenPlace,
  isDefaultPlace,
  placeLabel,
  readPlaceCookie,
  shortPlaceLabel,
  writePlaceCookie,
} from './chosen-place.ts'

const ely = { lat: 52.4, lon: 0.26, label: 'Ely, Cambridgeshire', radiusMiles: 25 }

function cookieOf(value: unknown): string {
  return `tuckbox-place=${encodeURIComponent(JSON.stringify(value))}`
}

describe('the short name of a place', () => {
  it('is its postcode district, or its town', () => {
    expect(shortPlaceLabel(defaultChosenPlace.label)).toBe('SE1')
    expect(shortPlaceLabel('Westminster SW1A')).toBe('SW1A')
    expect(shortPlaceLabel('Ely, Cambridgeshire')).toBe('Ely')
    expect(shortPlaceLabel('Leeds')).toBe('Leeds')
  })
})

describe('the place in a cookie', () => {
  it('is read as it was written, among other cookies', () => {
    expect(readPlaceCookie(`a=b; tuckbox-place=${writePlaceCookie(ely)}; c=d`)).toEqual(ely)
    expect(readPlaceCookie(`tuckbox-place=${writePlaceCookie(defaultChosenPlace)}`)).toEqual(defaultChosenPlace)
  })

  it('is a single cookie value for any label', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        const label = placeLabel(name)
        fc.pre(label !== '')
        const value = writePlaceCookie({ ...ely, label: name })
        expect(value).toMatch(/^[\w%!'()*.~-]+$/)
        expect(readPlaceCookie(`tuckbox-place=${value}`)).toEqual({ ...ely, label })
      }),
    )
  })

  it('locates a visitor to half a mile, not to a house', () => {
    const home = { ...ely, lat: 52.398765, lon: 0.262345 }
    expect(readPlaceCookie(`tuckbox-place=${writePlaceCookie(home)}`)).toMatchObject({ lat: 52.4, lon: 0.26 })
    expect(readPlaceCookie(cookieOf(home))).toMatchObject({ lat: 52.4, lon: 0.26 })
  })

  it('keeps the radius between 1 and 100 whole miles', () => {
    for (const [asked, kept] of [
      [-5, 1],
      [0.2, 1],
      [7.4, 7],
      [1e9, 100],
    ]) {
      expect(readPlaceCookie(cookieOf({ ...ely, radiusMiles: asked }))?.radiusMiles).toBe(kept)
    }
  })

  it.each([
    ['nothing', ''],
    ['another cookie', 'not-tuckbox-place=x'],
    ['an empty value', 'tuckbox-place='],
    ['broken escapes', 'tuckbox-place=%E0%A4%A'],
    ['bad JSON', 'tuckbox-place=%7Blat'],
    ['no object', cookieOf('London')],
    ['null', cookieOf(null)],
    ['a list', cookieOf([1, 2])],
    ['latitude NaN', 'tuckbox-place={"lat":NaN,"lon":0,"label":"x","radiusMiles":5}'],
    ['infinite latitude', 'tuckbox-place={"lat":1e999,"lon":0,"label":"x","radiusMiles":5}'],
    ['a latitude out of range', cookieOf({ ...ely, lat: 90.01 })],
    ['a longitude out of range', cookieOf({ ...ely, lon: -181 })],
    ['a latitude as text', cookieOf({ ...ely, lat: '52' })],
    ['no radius', cookieOf({ ...ely, radiusMiles: null })],
    ['no label', cookieOf({ lat: 1, lon: 2, radiusMiles: 3 })],
    ['an empty label', cookieOf({ ...ely, label: ' ' })],
    ['a label of 61 characters', cookieOf({ ...ely, label: 'x'.repeat(61) })],
    ['a label of two lines', cookieOf({ ...ely, label: 'Ely\nCambridge' })],
    ['a label with a direction mark', cookieOf({ ...ely, label: 'Ely\u202e' })],
    ['a label that is HTML', cookieOf({ ...ely, label: '<img src=x onerror=alert(1)>' })],
    ['a huge value', cookieOf({ ...ely, more: 'x'.repeat(2_000) })],
  ])('with %s is ignored', (_case, cookies) => {
    expect(readPlaceCookie(cookies)).toBeNull()
  })

  it('never throws, for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (value) => {
        const place = readPlaceCookie(`tuckbox-place=${value}`)
        if (place) expect(readPlaceCookie(`tuckbox-place=${writePlaceCookie(place)}`)).toEqual(place)
      }),
    )
  })
})

describe('placeLabel', () => {
  it('is one short line', () => {
    expect(placeLabel('  Stoke\ton\n Trent ')).toBe('Stoke on Trent')
    expect([...placeLabel('🍰'.repeat(100))]).toHaveLength(60)
  })
})

describe('the default place', () => {
  it('is recognised by its coordinates', () => {
    expect(isDefaultPlace({ ...defaultChosenPlace, lat: 51.505 })).toBe(true)
    expect(isDefaultPlace(ely)).toBe(false)
  })

  it('keeps its exact coordinates, because rounding would move it', () => {
    expect(blurred(defaultChosenPlace)).not.toEqual({ lat: 51.505, lon: -0.09 })
  })
})
