/** Sends due push messages: claims each one, encrypts it for its device, passes it to the push service and records the outcome. */
import webPush from 'web-push'
import { type DatabaseClient, unwrap } from './database.ts'
import { AddressNotAllowed, type Network, publicNetwork, requestPublic } from './public-request.ts'
import type { PushSettings } from './settings.ts'

const batchSize = 20
/** Much shorter than a claim, which lasts a minute. */
const requestTimeoutMs = 10_000
/** No more pushes are claimed while so many wait for push services. The job sends the rest. */
const maxInFlight = 200
/** No more pushes of a member are claimed while so many wait. Devices that never answer would otherwise delay everyone else's. */
const maxInFlightOfMember = 20
/** How long a push service keeps a message for a device that is off. */
const timeToLiveSeconds = 24 * 60 * 60
/** Sent at once also to a device that saves its battery (RFC 8030). */
const urgentKinds = new Set(['order', 'message', 'safety'])

interface Claimed {
  readonly push_id: string
  readonly attempts: number
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly kind: string
  readonly title: string
  readonly message: string
  readonly link: string | null
  readonly notification_id: string
  readonly member_id: string
}

type Outcome =
  | { readonly outcome: 'sent' | 'refused' | 'gone' }
  | { readonly outcome: 'failed'; waitSeconds: number; error: string }

let inFlight = 0
const inFlightOf = new Map<string, number>()

/** Resolves once every due push is claimed. Safe to run concurrently, because a claimed push is not claimed again. */
export async function sendPushes(service: DatabaseClient, settings: PushSettings): Promise<void> {
  while (inFlight < maxInFlight) {
    const busy_members = [...inFlightOf].filter(([, count]) => count >= maxInFlightOfMember).map(([member]) => member)
    const claimed = unwrap(await service.rpc('claim_pushes', { batch_size: batchSize, busy_members }))
    for (const push of claimed) EdgeRuntime.waitUntil(sendOne(service, settings, push).catch(console.error))
    if (claimed.length < batchSize) return
  }
}

async function sendOne(service: DatabaseClient, settings: PushSettings, push: Claimed): Promise<void> {
  countInFlight(push, 1)
  try {
    const result = await deliver(push, settings)
    // If this fails, the push is sent again after the claim ends. Its topic makes the device show it once.
    const recorded = await service.rpc('record_push', {
      push_id: push.push_id,
      attempt: push.attempts,
      outcome: result.outcome,
      ...(result.outcome === 'failed' ? { wait_seconds: result.waitSeconds, error: result.error } : {}),
    })
    if (recorded.error) console.error(recorded.error)
  } finally {
    countInFlight(push, -1)
  }
}

function countInFlight({ member_id }: Claimed, change: number): void {
  inFlight += change
  const count = (inFlightOf.get(member_id) ?? 0) + change
  if (count === 0) inFlightOf.delete(member_id)
  else inFlightOf.set(member_id, count)
}

async function deliver(push: Claimed, settings: PushSettings): Promise<Outcome> {
  let request: ReturnType<typeof encrypt>
  try {
    request = encrypt(push, settings)
  } catch (error) {
    // Mostly a key of the device that is no point of the curve.
    console.error(error)
    return { outcome: 'refused' }
  }
  const signal = AbortSignal.timeout(requestTimeoutMs)
  try {
    const response = await requestPublic(addressOf(push.endpoint, settings.serviceUrl), {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      network: settings.serviceUrl === undefined ? publicNetwork : loopbackNetwork,
      signal,
    })
    response.destroy()
    return outcomeOf(response.statusCode ?? 0, response.headers['retry-after'])
  } catch (error) {
    if (error instanceof AddressNotAllowed) return { outcome: 'gone' }
    console.error(error)
    return { outcome: 'failed', waitSeconds: 0, error: error instanceof Error ? error.message : String(error) }
  }
}

/** The encrypted message (RFC 8291) with the site's signature (RFC 8292). It contains what the notification says, and nothing else. */
function encrypt(
  { endpoint, p256dh, auth, kind, title, message, link, notification_id }: Claimed,
  { vapid }: PushSettings,
) {
  const payload = JSON.stringify({ id: notification_id, kind, title, message, link })
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: vapid,
    TTL: timeToLiveSeconds,
    urgency: urgentKinds.has(kind) ? 'high' : 'normal',
    // A newer message replaces one with the same topic that the device has not received yet.
    topic: notification_id.replaceAll('-', ''),
    contentEncoding: 'aes128gcm',
  })
  return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])), body }
}

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status === 429 || status >= 500 || status < 400)
    return {
      outcome: 'failed',
      waitSeconds: /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0,
      error: `The push service responded with ${status}`,
    }
  console.error(`A push service refused a message with ${status}`)
  return { outcome: 'refused' }
}

/** In tests one server on this machine stands for every push service. */
function addressOf(endpoint: string, serviceUrl: string | undefined): URL {
  const url = new URL(endpoint)
  return serviceUrl === undefined ? url : new URL(url.pathname + url.search, serviceUrl)
}

const loopbackNetwork: Network = { resolve: async () => ['127.0.0.1'], isAllowed: (address) => address === '127.0.0.1' }
