import { describe, expect, it } from 'vitest'
import { inThisRelease, requireThisRelease } from './move.ts'
import type { Source } from './source.ts'

const migrations = 'supabase/migrations'

/** A market with these migrations, of which nothing else is read. */
const sourceOf = (...versions: string[]) => inThisRelease({ versions } as unknown as Source, migrations)

describe('a market of the migrations that the baseline replaced', () => {
  it('counts as one of this release if it has all of them', async () => {
    const source = await sourceOf('20261122090000', '20261122092495')
    expect(source.versions).toEqual(['20261128090000'])
    await expect(requireThisRelease(source, migrations)).resolves.toBeUndefined()
  })

  it('is refused with only some of them, or with a later one', async () => {
    for (const versions of [['20261122090000'], ['20261122090000', '20261122092495', '20261129090000']])
      await expect(requireThisRelease(await sourceOf(...versions), migrations)).rejects.toThrow(
        'Use the release that made the source',
      )
  })
})
