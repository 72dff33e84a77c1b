import { describe, expect, it } from 'vitest'
import { imageFileError, refusedImage } from './image-upload.ts'

describe('imageFileError', () => {
  it('accepts images under five megabytes', () => {
    expect(imageFileError({ size: 5 * 1024 * 1024 - 1, type: 'image/webp' })).toBeNull()
  })

  it('refuses others with a reason, size first', () => {
    expect(imageFileError({ size: 5 * 1024 * 1024, type: 'text/plain' })).toBe(
      'File size is too large. Please upload an image under 5MB.',
    )
    expect(imageFileError({ size: 10, type: 'application/pdf' })).toBe('Please upload an image file (JPEG, PNG, etc).')
    expect(imageFileError({ size: 10, type: '' })).toBe('Please upload an image file (JPEG, PNG, etc).')
  })
})

describe('refusedImage', () => {
  it('translates storage’s refusals of a file, and ignores other errors', () => {
    const responses = ['413', '415', '403'].map((statusCode) => JSON.stringify({ statusCode, message: 'No' }))
    expect([...responses, '<html>Bad gateway</html>'].map(refusedImage)).toEqual([
      'File size is too large. Please upload an image under 5MB.',
      'Please upload an image file (JPEG, PNG, etc).',
      null,
      null,
    ])
  })
})
