/** Pictures of members are stored without the place where they were taken. Browsers remove it, but a program need not be a browser. */
import { BrokenPicture, stripMetadata } from '#domain/values/strip-metadata'

/** @returns null for a picture that is cut off, or that cannot be cleaned */
export function cleanUpload(bytes: Uint8Array<ArrayBuffer>, type: string): Uint8Array | null {
  try {
    return stripMetadata(bytes, type)
  } catch (error) {
    if (error instanceof BrokenPicture) return null
    throw error
  }
}
