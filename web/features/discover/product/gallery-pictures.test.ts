import { describe, expect, it } from 'vitest'
import { galleryPictures } from './gallery-pictures.ts'

describe('the pictures of a gallery', () => {
  it('begin with the main picture, then follow the seller’s order, without duplicates', () => {
    expect(galleryPictures({ image: 'b', images: [{ image: 'a' }, { image: 'b' }, { image: 'c' }] })).toEqual([
      'b',
      'a',
      'c',
    ])
  })

  it('are the other pictures without a main one, and none without any', () => {
    expect(galleryPictures({ image: null, images: [{ image: 'a' }] })).toEqual(['a'])
    expect(galleryPictures({ image: null, images: [] })).toEqual([])
  })
})
