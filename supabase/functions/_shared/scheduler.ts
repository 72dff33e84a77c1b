/** Functions that process due work, called by the database's scheduler or with the service key. */
import { json, Refusal, serve } from './responses.ts'
import { readSettings, type Settings } from './settings.ts'

/**
 * Serves POST requests with the scheduler's or the service key as bearer token. The response contains no details of the work.
 * @param read responds to GET requests of everyone
 */
export function serveScheduler(
  work: (settings: Settings) => Promise<void>,
  read?: (settings: Settings) => Promise<Response>,
): void {
  serve(read ? ['GET', 'POST'] : ['POST'], async (request) => {
    const settings = readSettings()
    if (read && request.method === 'GET') return read(settings)
    if (!(await isInternal(request, settings)))
      throw new Refusal(401, 'key', 'Only the scheduler’s key and the service key may call this function.')
    await work(settings)
    return json({ result: 'done' })
  })
}

async function isInternal(request: Request, { schedulerKey, serviceKey }: Settings): Promise<boolean> {
  const given = /^bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!given) return false
  const matches = await Promise.all([schedulerKey, serviceKey].map((key) => (key ? isSame(given, key) : false)))
  return matches.includes(true)
}

const text = new TextEncoder()

/** Compares in constant time: crypto.subtle compares HMACs, which hides the first difference and the key's length. */
async function isSame(given: string, key: string): Promise<boolean> {
  const hmac = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  const signature = await crypto.subtle.sign('HMAC', hmac, text.encode(key))
  return crypto.subtle.verify('HMAC', hmac, signature, text.encode(given))
}
