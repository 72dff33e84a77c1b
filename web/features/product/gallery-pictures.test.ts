import { describe, expect, it } from 'vitest'
import { galleryPictures } from './gallery-pictures.ts'

describe('the pictures of a gallery', () => {
  it('begin with the main one and go on in the seller’s order, each once', () => {
    expect(galleryPictures({ image: 'b', images: [{ image: 'a' }, { image: 'b' }, { image: 'c' }] })).toEqual([
      'b',
      'a',
      'c',
    ])
  })

  it('are the further ones where there is no main one, and none where there is none at all', () => {
    expect(galleryPictures({ image: null, images: [{ image: 'a' }] })).toEqual(['a'])
    expect(galleryPictures({ image: null, images: [] })).toEqual([])
  })
})
