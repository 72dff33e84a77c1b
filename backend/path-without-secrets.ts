/** What logs and traces have of a path: some paths are secrets, such as a calendar feed's and a payment link's. */

const secret = /[0-9a-f]{32}/i

/** A path whose segments with 32 or more hex digits are replaced. An id has hyphens, so it stays. */
export function pathWithoutSecrets(path: string): string {
  const segments = path.split('/').map((segment) => (secret.test(decoded(segment)) ? ':secret' : segment))
  return segments.join('/')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
