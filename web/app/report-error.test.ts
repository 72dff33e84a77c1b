import { describe, expect, it } from 'vitest'
import { browserError } from './report-error.ts'

describe('the report of an error', () => {
  const error = (stack: string) => Object.assign(new TypeError('e is not a function'), { stack })

  it('names the route, not the address', () => {
    const pageOf = (path: string) => browserError(error(''), path).page
    expect(pageOf('/product/6e0f3a52-0000-4000-8000-000000000001')).toBe('/product/:productId')
    expect(pageOf('/shop/anns-bakery')).toBe('/shop/:shopName')
    expect(pageOf('/seller/orders')).toBe('/seller/orders')
    expect(pageOf('/')).toBe('/')
    expect(pageOf('/ann@example.test')).not.toContain('ann')
  })

  it('contains file, line and column of each frame of a built file, in any browser', () => {
    const chromium = `TypeError: e is not a function\n    at ann (https://a.test/assets/Ab_1-x.js:1:20)\n    at https://a.test/search?q=ann:2:3`
    expect(browserError(error(chromium), '/').frames).toEqual(['Ab_1-x.js:1:20'])
    expect(browserError(error('ann@https://a.test/assets/b.js:3:4\n@https://x.test/ann.js:1:2'), '/').frames).toEqual([
      'b.js:3:4',
    ])
    expect(browserError(error('at /assets/a.js:1:1\n'.repeat(50)), '/').frames).toHaveLength(10)
  })

  it('has the scrubbed message of whatever was thrown', () => {
    expect(browserError(error(''), '/').message).toBe('TypeError: e is not a function')
    expect(browserError('no ann@example.test', '/').message).toBe('Thrown: no <email>')
    expect(browserError(undefined, '/').message).toBe('Thrown: undefined')
  })
})
