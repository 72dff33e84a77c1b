/** The form of the database's ids. */

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Any other text in a URL is not an id. A query with it would fail with a type error. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}
