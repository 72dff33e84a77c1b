import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { placeLabel } from '#domain/locations/chosen-place'
import packed from './gb-places.generated.json'
import { findTowns, fold, nearestTown, townLabel, townRegion, towns } from './towns.ts'

/** Names of the first suggestions. */
function suggested(typed: string): string[] {
  return findTowns(typed).map(townLabel)
}

describe('the bundled towns', () => {
  it('are thousands, all in the United Kingdom, with names that the cookie accepts', () => {
    expect(towns.length).toBeGreaterThan(4_000)
    for (const town of towns) {
      expect(town.lat).toBeGreaterThan(49.8)
      expect(town.lat).toBeLessThan(61)
      expect(town.lon).toBeGreaterThan(-8.3)
      expect(town.lon).toBeLessThan(1.8)
      expect(placeLabel(townLabel(town))).toBe(townLabel(town))
    }
  })

  it('have the right coordinates', () => {
    expect(towns.find(({ name }) => name === 'Edinburgh')).toMatchObject({ lat: 55.95, lon: -3.2, country: 'Scotland' })
    expect(towns.find(({ name }) => name === 'St Albans')).toMatchObject({ lat: 51.75, lon: -0.33 })
    expect(towns.find(({ name }) => name === 'Belfast')).toMatchObject({ country: 'Northern Ireland' })
  })

  it('are smaller than 40 kB when compressed', () => {
    expect(gzipSync(JSON.stringify(packed), { level: 9 }).length).toBeLessThan(40_000)
  })
})

describe('findTowns', () => {
  it.each([
    ['st albans', 'St Albans, Hertfordshire'],
    ['Saint Albans', 'St Albans, Hertfordshire'],
    ['st. alb', 'St Albans, Hertfordshire'],
    ["king's lynn", "King's Lynn, Norfolk"],
    ['kings lynn', "King's Lynn, Norfolk"],
    ['KING’S L', "King's Lynn, Norfolk"],
    ['newcastle', 'Newcastle upon Tyne'],
    ['newcastle under', 'Newcastle under Lyme, Staffordshire'],
    ['newcastle-under-lyme', 'Newcastle under Lyme, Staffordshire'],
    ['stoke on t', 'Stoke-on-Trent'],
    ['hull', 'Kingston upon Hull'],
    ['tunbridge wells', 'Royal Tunbridge Wells, Kent'],
    ['lon', 'London'],
    ['b', 'Birmingham'],
    ['ely', 'Ely, Cambridgeshire'],
    ['bath', 'Bath'],
    ['newport', 'Newport'],
    ['newport, telf', 'Newport, Telford and Wrekin'],
    ['newport, isle of wight', 'Newport, Isle of Wight'],
    ['bangor, northern', 'Bangor, Ards and North Down'],
    ['Londonderry', 'Derry'],
    ['camden', 'Camden Town, London'],
  ])('suggests for "%s" first %s', (typed, first) => {
    expect(suggested(typed)[0]).toBe(first)
  })

  it('distinguishes towns of the same name by their region', () => {
    const newports = findTowns('newport').filter(({ name }) => name === 'Newport')
    expect(newports.length).toBeGreaterThan(4)
    expect(new Set(newports.map(townRegion)).size).toBe(newports.length)
    expect(newports.map(townRegion)).toContain('Wales')
  })

  it('suggests at most eight, larger towns first', () => {
    expect(findTowns('s')).toHaveLength(8)
    expect(suggested('m').slice(0, 3)).toEqual(['Manchester', 'Milton Keynes', 'Mansfield, Nottinghamshire'])
  })

  it.each(['', ' ', ',', '%', '_', '.*', '(', '\\', '🍰', 'zzzz', "'", '<script>', 'x'.repeat(10_000)])(
    'suggests nothing for "%.12s"',
    (typed) => {
      expect(suggested(typed)).toEqual([])
    },
  )
})

describe('fold', () => {
  it('treats different spellings of a name as equal', () => {
    expect(fold('Ynys Môn')).toBe('ynys mon')
    expect(fold('Westward Ho!')).toBe('westward ho')
    expect(fold('Bo’ness')).toBe(fold("bo'ness"))
  })
})

describe('nearestTown', () => {
  it('finds the closest town', () => {
    expect(townLabel(nearestTown({ lat: 52.4, lon: 0.25 }))).toBe('Ely, Cambridgeshire')
    expect(nearestTown({ lat: 57.48, lon: -4.22 }).name).toBe('Inverness')
  })

  it('finds a town even for a place far out at sea', () => {
    expect(nearestTown({ lat: 0, lon: 0 }).name).not.toBe('')
    expect(nearestTown({ lat: 90, lon: 180 }).name).not.toBe('')
  })
})
