/** Functions that do what is due: only the database's scheduler and holders of the secret key wake them. */
import { json, Refusal, serve } from './responses.ts'
import { readSettings, type Settings } from './settings.ts'

/** Serves POST with the scheduler's or the secret key as bearer: whoever asks is told no more than that it is done. */
export function serveScheduler(work: (settings: Settings) => Promise<void>): void {
  serve(['POST'], async (request) => {
    const settings = readSettings()
    if (!(await isInternal(request, settings)))
      throw new Refusal(401, 'key', 'This function is called by the database or with the secret key.')
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

/** In a time that tells neither where they differ nor how long the key is: crypto.subtle compares their HMACs in constant time. */
async function isSame(given: string, key: string): Promise<boolean> {
  const hmac = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  const signature = await crypto.subtle.sign('HMAC', hmac, text.encode(key))
  return crypto.subtle.verify('HMAC', hmac, signature, text.encode(given))
}
