/** Which files may be uploaded as a picture, and the texts of refusals. */

export const uploadLimitBytes = 5 * 1024 * 1024

const tooLargeFile = 'File size is too large. Please upload an image under 5MB.'
export const notAnImage = 'Please upload an image file (JPEG, PNG, etc).'
export const unreadableFile = 'An error occurred while reading the file.'

/** Why a file is refused; null if it is accepted. */
export function imageFileError({ size, type }: { readonly size: number; readonly type: string }): string | null {
  if (size >= uploadLimitBytes) return tooLargeFile
  if (!type.startsWith('image/')) return notAnImage
  return null
}

export function uploadLabel(isReading: boolean): string {
  return isReading ? 'Uploading...' : 'Upload Image'
}

/**
 * @param response storage's error response, as JSON
 * @returns the text for the member; null if the error is not about the file
 */
export function refusedImage(response: string): string | null {
  const [, status] = /"statusCode":\s*"(\d+)"/.exec(response) ?? []
  if (status === '413') return tooLargeFile
  return status === '415' ? notAnImage : null
}
