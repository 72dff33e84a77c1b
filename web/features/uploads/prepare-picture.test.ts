import { describe, expect, it } from 'vitest'
import { preparePicture } from './prepare-picture.ts'

const file = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], 'cake', { type })

/** As when a stick is pulled out, or the file was changed since it was chosen. */
function unreadable(): File {
  const gone = file('image/png')
  gone.slice = () => {
    throw new DOMException('gone', 'NotReadableError')
  }
  return gone
}

describe('preparePicture', () => {
  it.each([
    [
      'what is too large',
      file('image/png', 5.1 * 1024 * 1024),
      'File size is too large. Please upload an image under 5MB.',
    ],
    ['what is no image', file('text/plain'), 'Please upload an image file (JPEG, PNG, etc).'],
    ['a drawing made of instructions', file('image/svg+xml'), 'Please upload an image file (JPEG, PNG, etc).'],
    ['what is not the image it says it is', file('image/png'), 'Please upload an image file (JPEG, PNG, etc).'],
    ['what cannot be read', unreadable(), 'An error occurred while reading the file.'],
  ])('refuses %s with the words for it', async (_what, refused, message) => {
    await expect(preparePicture(refused)).rejects.toThrow(message)
  })
})
