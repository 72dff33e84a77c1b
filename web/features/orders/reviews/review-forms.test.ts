import { describe, expect, it } from 'vitest'
import { errorsOf } from '#domain/values/form-errors'
import { replyForm, reviewForm } from './review-forms.ts'

describe('the review form', () => {
  it('requires stars; text is optional', () => {
    expect(errorsOf(reviewForm, { rating: '4', text: '' })).toEqual({})
    expect(errorsOf(reviewForm, { rating: 0, text: '' })).toEqual({ rating: 'Please choose how many stars.' })
    expect(errorsOf(reviewForm, { rating: null, text: 'x'.repeat(2001) })).toEqual({
      rating: 'Please choose how many stars.',
      text: 'Your review can have at most 2000 characters.',
    })
  })
})

describe('the reply form', () => {
  it('accepts 1 to 2000 characters', () => {
    expect(errorsOf(replyForm, { reply: ' Thanks! ' })).toEqual({})
    expect(errorsOf(replyForm, { reply: '  ' })).toEqual({ reply: 'Please write a reply.' })
    expect(errorsOf(replyForm, { reply: 'x'.repeat(2001) })).toEqual({
      reply: 'A reply can have at most 2000 characters.',
    })
  })
})
