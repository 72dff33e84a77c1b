import { describe, expect, it } from 'vitest'
import { imageProblem } from './image-upload.ts'

describe('imageProblem', () => {
  it('takes images under five megabytes', () => {
    expect(imageProblem({ size: 5 * 1024 * 1024 - 1, type: 'image/webp' })).toBeNull()
  })

  it('says what is wrong with others, size first', () => {
    expect(imageProblem({ size: 5 * 1024 * 1024, type: 'text/plain' })).toBe(
      'File size is too large. Please upload an image under 5MB.',
    )
    expect(imageProblem({ size: 10, type: 'application/pdf' })).toBe('Please upload an image file (JPEG, PNG, etc).')
    expect(imageProblem({ size: 10, type: '' })).toBe('Please upload an image file (JPEG, PNG, etc).')
  })
})
