/** POST /browser-errors: logs and counts an error of a page, without personal data. Anybody can call it, so it is small and limited. */
import { z } from 'zod'
import { frameForm, maxFrames, pageForm, withoutPersonalData } from '#domain/values/browser-error'

/** A browser sends at most three for each page load. */
export const browserErrorLimit = { requests: 20, seconds: 600 }
/** Of all networks together, so that many cannot fill the log. */
export const totalBrowserErrorLimit = { requests: 600, seconds: 600 }

const maxBytes = 4_096

const schema = z.strictObject({
  page: z.string().regex(pageForm),
  message: z.string().max(maxBytes).transform(withoutPersonalData),
  frames: z.array(z.string().regex(frameForm)).max(maxFrames),
})

/** Counts a client's request. Resolves with the seconds to wait if the limit is exhausted, else 0. */
export interface Limit {
  take(address: string): Promise<number>
}

export interface BrowserErrors {
  handle(request: Request, client: { readonly address: string }): Promise<Response>
  /** Reports that were logged, and those that were refused. */
  readonly counts: { readonly logged: number; readonly refused: number }
}

export function createBrowserErrors({
  limit,
  release,
  log,
}: {
  readonly limit: Limit
  /** The release that serves. The hashed files tell which one the browser ran. */
  readonly release: string
  readonly log: { warn(context: object, message: string): void }
}): BrowserErrors {
  const counts = { logged: 0, refused: 0 }
  const refuse = (status: number, message: string, headers: Record<string, string> = {}) => {
    counts.refused += 1
    return Response.json({ message }, { status, headers: { 'cache-control': 'no-store', ...headers } })
  }
  return {
    counts,
    async handle(request, { address }) {
      const seconds = await limit.take(address)
      if (seconds > 0) return refuse(429, 'Too many reports.', { 'retry-after': String(seconds) })
      // Pages of other sites can send neither this type nor this header.
      if (request.headers.get('content-type') !== 'application/json') return refuse(415, 'A report is JSON.')
      if ((request.headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin')
        return refuse(403, 'Only pages of this site report errors.')
      const text = await readAtMost(request, maxBytes)
      if (text === undefined) return refuse(413, 'The report is too large.')
      const report = schema.safeParse(parsed(text))
      if (!report.success) return refuse(400, 'This is not a report of an error.')
      counts.logged += 1
      log.warn({ ...report.data, release }, 'a browser reported an error')
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
    },
  }
}

/** Stops reading as soon as the body is too large. */
async function readAtMost({ body }: Request, bytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done || !value) return Buffer.concat(chunks).toString()
    length += value.byteLength
    if (length > bytes) {
      await reader?.cancel()
      return undefined
    }
    chunks.push(value)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
