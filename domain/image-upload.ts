/** Which files may be uploaded as a picture, and what is said of the others. */

const uploadLimitBytes = 5 * 1024 * 1024

export const unreadableFile = 'An error occurred while reading the file.'

/** Why a file cannot be taken, or null where it can. */
export function imageProblem({ size, type }: { readonly size: number; readonly type: string }): string | null {
  if (size >= uploadLimitBytes) return 'File size is too large. Please upload an image under 5MB.'
  if (!type.startsWith('image/')) return 'Please upload an image file (JPEG, PNG, etc).'
  return null
}

export function uploadLabel(isReading: boolean): string {
  return isReading ? 'Uploading...' : 'Upload Image'
}
