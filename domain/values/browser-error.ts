/** An error that a browser reports: what fails where, without personal data. */

export interface BrowserError {
  /** The route of the page, such as /product/:productId. */
  readonly page: string
  readonly message: string
  /** Where it was thrown, innermost first: file, line and column. The names of files are hashes. */
  readonly frames: readonly string[]
}

const maxMessageLength = 200
export const maxFrames = 10
export const pageForm = /^\/[a-zA-Z/:?*-]{0,100}$/
export const frameForm = /^[\w-]{1,40}\.js:\d{1,7}:\d{1,7}$/

/** Without what may be about a person: quoted text, addresses of pages and of email, ids and numbers. */
export function withoutPersonalData(message: string): string {
  return message
    .slice(0, 2_000)
    .replace(/[a-z][a-z+.-]*:\/\/\S+/gi, '<url>')
    .replace(/\S+@\S+/g, '<email>')
    .replace(/(["“‘`])[^"”’`]*(["”’`]|$)/g, '<text>')
    .replace(/(^|[\s(=:])'[^']*('|$)/g, '$1<text>')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '<id>')
    .replace(/\+?\d[\d .-]{2,}/g, '<number>')
    .slice(0, maxMessageLength)
}
