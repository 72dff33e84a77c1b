import fc from 'fast-check'
import { it } from 'vitest'
import { anyCase, expectNoFalseClaim } from './free-claims.ts'

it('No card, page or basket says free where the product, an option or the kitchen speaks against it', () => {
  fc.assert(fc.property(anyCase, expectNoFalseClaim), { numRuns: 100 })
})
