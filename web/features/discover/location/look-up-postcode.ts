/** Looks up the coordinates of a postcode on our own server. */
import type { Place } from '#domain/locations/distance'
import { MessageError } from '#platform/message-for.ts'

export interface FoundPlace extends Place {
  readonly label: string
}

/** The postcode was not found or could not be looked up. */
export class PostcodeError extends MessageError {
  override name = 'PostcodeError'
}

/** @throws PostcodeError */
export async function lookUpPostcode(postcode: string): Promise<FoundPlace> {
  try {
    const response = await fetch(`/geocode?postcode=${encodeURIComponent(postcode)}`)
    if (response.ok) return await response.json()
    throw new PostcodeError(messageOf(response.status, postcode))
  } catch (cause) {
    if (cause instanceof PostcodeError) throw cause
    throw new PostcodeError('The postcode could not be looked up. Please check your connection.', { cause })
  }
}

function messageOf(status: number, postcode: string): string {
  if (status === 404) return `We couldn’t find ${postcode}. Please check it, or enter your town.`
  if (status === 429) return 'Too many postcode searches. Please wait a minute, or enter your town.'
  return 'Postcode search is not available at the moment. Please enter your town.'
}
