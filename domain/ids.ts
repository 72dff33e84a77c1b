/** The form of the ids that the database gives. */

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Anything else in an address is no id, and asking the database for it would be an error of its own. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}
