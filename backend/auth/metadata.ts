/** Bounds what accounts carry along. */
import type { JsonObject } from './body.ts'
import { AuthError } from './errors.ts'

/** Metadata travels in every access token, and so in every request's headers, which Node bounds at 16 kB. */
const maximumBytes = 6 * 1024

/** @throws AuthError validation_failed */
export function assertMetadataFits(metadata: JsonObject): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > maximumBytes) {
    throw new AuthError(422, 'validation_failed', `Metadata cannot be larger than ${maximumBytes} bytes`)
  }
}
