import { describe, expect, it } from 'vitest'
import { preparePicture } from './prepare-picture.ts'

const file = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], 'cake', { type })

/** A file that was removed or changed after it was chosen. */
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
      'a file that is too large',
      file('image/png', 5.1 * 1024 * 1024),
      'File size is too large. Please upload an image under 5MB.',
    ],
    ['a file that is no image', file('text/plain'), 'Please upload an image file (JPEG, PNG, etc).'],
    ['an SVG', file('image/svg+xml'), 'Please upload an image file (JPEG, PNG, etc).'],
    [
      'a file whose content does not match its type',
      file('image/png'),
      'Please upload an image file (JPEG, PNG, etc).',
    ],
    ['a file that cannot be read', unreadable(), 'An error occurred while reading the file.'],
  ])('refuses %s with an error message', async (_what, refused, message) => {
    await expect(preparePicture(refused)).rejects.toThrow(message)
  })
})
