/** Limits the size of account metadata. */
import type { JsonObject } from '../body.ts'
import { AuthError } from '../errors.ts'

/** Metadata is in every access token, and so in request headers, which Node limits to 16 kB. */
const maximumBytes = 6 * 1024

/** @throws AuthError validation_failed */
export function assertMetadataFits(metadata: JsonObject): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > maximumBytes) {
    throw new AuthError(422, 'validation_failed', `Metadata cannot be larger than ${maximumBytes} bytes`)
  }
}
