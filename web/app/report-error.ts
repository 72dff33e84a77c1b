/** Reports a few of the page's errors to the server, without personal data. It is loaded at the first error. */
import { matchRoutes } from 'react-router'
import { type BrowserError, frameForm, maxFrames, pageForm, withoutPersonalData } from '#domain/values/browser-error'
import { routes } from './routes.tsx'

/** The share of page loads that report their errors. */
const sampleRate = 0.5
/** A page that fails in a loop says so three times. */
const maxReports = 3

const isSampled = Math.random() < sampleRate
const reported = new Set<string>()

export function reportEvent(event: ErrorEvent | PromiseRejectionEvent): void {
  const error = browserError('reason' in event ? event.reason : (event.error ?? event.message), location.pathname)
  const body = JSON.stringify(error)
  if (!isSampled || reported.size >= maxReports || reported.has(body)) return
  reported.add(body)
  // Without cookies and without the page's address. What cannot be sent is lost.
  const headers = { 'content-type': 'application/json' }
  fetch('/browser-errors', { method: 'POST', body, headers, credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(
    () => {},
  )
}

export function browserError(thrown: unknown, path: string): BrowserError {
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : { name: 'Thrown', message: String(thrown) }
  return {
    page: pageOf(path),
    message: withoutPersonalData(`${name}: ${message}`),
    frames: framesOf(stack),
  }
}

/** The route without the values of its parameters. */
function pageOf(path: string): string {
  const parts = (matchRoutes(routes, path) ?? []).flatMap(({ route }) => route.path ?? [])
  const page = parts.at(-1) ?? '/*'
  const absolute = page.startsWith('/') ? page : `/${page}`
  return pageForm.test(absolute) ? absolute : '/*'
}

/** The built files in a stack of any browser. Names of functions and other addresses are left out. */
function framesOf(stack: string): string[] {
  const found = [...stack.matchAll(/\/assets\/([\w-]+\.js:\d+:\d+)/g)].flatMap(([, frame = '']) => frame)
  return found.filter((frame) => frameForm.test(frame)).slice(0, maxFrames)
}
