/** Asks our own server where a postcode is. */
import type { Place } from '#domain/distance'

export interface FoundPlace extends Place {
  readonly label: string
}

/** The postcode leads nowhere; the message is for whoever typed it. */
export class PostcodeError extends Error {
  override readonly name = 'PostcodeError'
}

export const noPostcodes = 'Postcodes cannot be looked up here. Please type your town instead.'

/** @throws PostcodeError */
export async function lookUpPostcode(postcode: string): Promise<FoundPlace> {
  try {
    const response = await fetch(`/geocode?postcode=${encodeURIComponent(postcode)}`)
    if (response.ok) return await response.json()
    throw new PostcodeError(sentenceOf(response.status, postcode))
  } catch (cause) {
    if (cause instanceof PostcodeError) throw cause
    throw new PostcodeError('The postcode could not be looked up. Please check your connection.', { cause })
  }
}

function sentenceOf(status: number, postcode: string): string {
  if (status === 404) return `We cannot find ${postcode}. Please check it, or type your town.`
  if (status === 429) return 'You have looked up many postcodes. Please wait a minute, or type your town.'
  return 'Postcodes cannot be looked up at the moment. Please type your town.'
}
