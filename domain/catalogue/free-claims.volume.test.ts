/** The property of free-claims.test.ts, over a hundred thousand random households, products, kitchens and options. */
import fc from 'fast-check'
import { it } from 'vitest'
import { anyCase, expectNoFalseClaim } from './free-claims.ts'

it('No card, page or basket says free where anything speaks against it', { timeout: 3_600_000 }, () => {
  fc.assert(fc.property(anyCase, expectNoFalseClaim), { numRuns: 100_000 })
})
