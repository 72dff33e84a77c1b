import { describe, expect, it } from 'vitest'
import { readReviewParameters, withReviewParameters } from './review-parameters.ts'

const read = (search: string) => readReviewParameters(new URLSearchParams(search))

describe('the parameters of reviews', () => {
  it('is read back unchanged and keeps other parameters', () => {
    const parameters = { order: 'lowest', stars: 2 } as const
    const written = withReviewParameters(new URLSearchParams('tab=reviews&sort=newest'), parameters)
    expect(written.toString()).toBe('tab=reviews&sort=newest&reviews=lowest&stars=2')
    expect(readReviewParameters(written)).toEqual(parameters)
    expect(withReviewParameters(written, { order: 'newest', stars: null }).toString()).toBe('tab=reviews&sort=newest')
  })

  it('defaults to all reviews, newest first', () => {
    for (const search of ['', 'stars=0', 'stars=6', 'stars=4.5', 'stars=', 'reviews=helpful', 'reviews=toString'])
      expect(read(search), search).toEqual({ order: 'newest', stars: null })
  })
})
