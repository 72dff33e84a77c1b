/** Broadcasts sent by HTTP: several in one JSON body, or one to the URL of its topic and event. */
import { z } from 'zod'
import { type Broadcast, fitsFrame, maxTopicLength } from './frames.ts'
import type { TopicName } from './topics.ts'

export interface TopicBroadcast {
  readonly name: TopicName
  readonly broadcast: Broadcast
}

const message = z.object({
  topic: z
    .string()
    .min(1)
    .refine((topic) => fitsFrame(`realtime:${topic}`)),
  event: z.string().min(1).refine(fitsFrame),
  payload: z.unknown().optional(),
  private: z.boolean().nullish(),
})
const messages = z.object({ messages: z.array(message).min(1).max(100) })

const nameOf = (topic: string, isPrivate: boolean): TopicName => ({
  topic: topic.startsWith('realtime:') ? topic : `realtime:${topic}`,
  isPrivate,
})
const eventPath = /^\/realtime\/v1\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/

/** @returns the broadcasts, or an error response */
export async function readBroadcasts(
  request: Request,
  maxBytes: number,
): Promise<readonly TopicBroadcast[] | Response> {
  const url = new URL(request.url)
  if (request.method !== 'POST') return errorResponse(405, 'Method not allowed')
  const body = Buffer.from(await request.arrayBuffer())
  if (body.length > maxBytes) return errorResponse(413, 'Payload too large')
  if (url.pathname === '/realtime/v1/api/broadcast') return readSeveral(body)
  const [, topic, event] = eventPath.exec(url.pathname) ?? []
  if (topic === undefined || event === undefined) return errorResponse(404, 'Not found')
  const named = message.safeParse({ topic: decoded(topic), event: decoded(event) })
  if (!named.success)
    return errorResponse(
      422,
      `The topic and the event need 1 to ${maxTopicLength} bytes, the prefix realtime: included`,
    )
  const isBinary = request.headers.get('content-type')?.startsWith('application/octet-stream') ?? false
  const payload = isBinary ? body : asJson(body)
  if (payload === undefined) return errorResponse(400, 'The body is not JSON')
  const name = nameOf(named.data.topic, url.searchParams.get('private') === 'true')
  return [{ name, broadcast: { event: named.data.event, payload } }]
}

function readSeveral(body: Buffer): readonly TopicBroadcast[] | Response {
  const json = asJson(body)
  const read = messages.safeParse(json === undefined ? undefined : JSON.parse(json))
  if (!read.success) return errorResponse(422, 'The body must be { messages: [{ topic, event, payload }] }')
  return read.data.messages.map(({ topic, event, payload, private: isPrivate }) => ({
    name: nameOf(topic, isPrivate ?? false),
    broadcast: { event, payload: JSON.stringify(payload ?? {}) },
  }))
}

/** Serialized again without line breaks, for frames. */
function asJson(body: Buffer): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body.toString('utf8')))
  } catch {
    return undefined
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

export function errorResponse(status: number, error: string): Response {
  return Response.json({ error, message: error }, { status })
}
