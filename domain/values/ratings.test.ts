import { describe, expect, it } from 'vitest'
import { ratingLabel, reviewCountLabel, weightedRating } from './ratings.ts'

describe('weightedRating', () => {
  it('weights each product by its number of reviews', () => {
    const rated = [
      { rating: 5, review_count: 1 },
      { rating: 3, review_count: 3 },
      { rating: null, review_count: 0 },
    ]
    expect(weightedRating(rated)).toEqual({ rating: 3.5, review_count: 4 })
  })

  it('is null without reviews, whatever the stored rating', () => {
    expect(weightedRating([])).toEqual({ rating: null, review_count: 0 })
    expect(weightedRating([{ rating: 5, review_count: 0 }])).toEqual({ rating: null, review_count: 0 })
  })
})

describe('labels', () => {
  it('show one decimal, or New without reviews', () => {
    expect(ratingLabel({ rating: 4.75, review_count: 8 })).toBe('4.8')
    expect(ratingLabel({ rating: 5, review_count: 1 })).toBe('5.0')
    expect(ratingLabel({ rating: null, review_count: 0 })).toBe('New')
    expect(ratingLabel({ rating: 0, review_count: 0 })).toBe('New')
  })

  it('count reviews in words', () => {
    expect([0, 1, 2].map(reviewCountLabel)).toEqual(['0 reviews', '1 review', '2 reviews'])
  })
})
