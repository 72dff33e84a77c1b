/**
 * The wire format of Phoenix channels in realtime-js: JSON objects (vsn 1.0.0), or JSON arrays with broadcasts as bytes (2.0.0).
 * Source: node_modules/@supabase/realtime-js/src/lib/serializer.ts
 */
import { z } from 'zod'

export type Version = '1.0.0' | '2.0.0'

export interface Frame {
  /** The ref of the join that the frame belongs to. */
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly payload: unknown
}

/** A message to everyone on a topic. The payload is JSON text or bytes. */
export interface Broadcast {
  readonly event: string
  readonly payload: string | Buffer
  /** JSON text with the message's id and whether it is a replay. Only database broadcasts have it. */
  readonly meta?: string
}

/** The frame is malformed. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
}

/** The binary frames of vsn 2.0.0 store the length in bytes of a topic's or an event's name in one byte. */
export const maxTopicLength = 255
export const fitsFrame = (name: string): boolean => Buffer.byteLength(name) <= maxTopicLength

const text = z.string().refine(fitsFrame)
const ref = z
  .union([z.string().max(maxTopicLength), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? null)
const objectFrame = z
  .object({ topic: text, event: text, payload: z.unknown(), ref, join_ref: ref })
  .transform(({ topic, event, payload, ref, join_ref }): Frame => ({ topic, event, payload, ref, joinRef: join_ref }))
const arrayFrame = z
  .tuple([ref, ref, text, text, z.unknown()])
  .transform(([joinRef, ref, topic, event, payload]): Frame => ({ joinRef, ref, topic, event, payload }))

const broadcastPush = 3
const broadcastOut = 4
const jsonEncoding = 1

/** @throws FrameError */
export function readFrame(data: Buffer, isBinary: boolean, version: Version): Frame {
  if (isBinary) return readBroadcastPush(data)
  const read = (version === '2.0.0' ? arrayFrame : objectFrame).safeParse(parseJson(data.toString('utf8')))
  if (!read.success) throw new FrameError('The frame is not one of this protocol version')
  return read.data
}

/** A byte for the kind, five for lengths, one for the encoding, then join ref, ref, topic, event, metadata and payload. */
function readBroadcastPush(data: Buffer): Frame {
  if (data.length < 7 || data[0] !== broadcastPush) throw new FrameError('The frame is of an unknown kind')
  let at = 7
  const next = (length: number) => {
    if (at + length > data.length) throw new FrameError('The frame is shorter than its lengths say')
    at += length
    return data.toString('utf8', at - length, at)
  }
  const joinRef = next(data.readUInt8(1))
  const ref = next(data.readUInt8(2))
  const topic = next(data.readUInt8(3))
  const event = next(data.readUInt8(4))
  next(data.readUInt8(5))
  const body = data.subarray(at)
  const payload: Broadcast = {
    event,
    payload: data[6] === jsonEncoding ? JSON.stringify(parseJson(body.toString('utf8'))) : Buffer.from(body),
  }
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: new BroadcastPush(payload) }
}

/** Distinguishes the payload of a binary frame from JSON that a client sent. */
export class BroadcastPush {
  readonly broadcast: Broadcast
  constructor(broadcast: Broadcast) {
    this.broadcast = broadcast
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new FrameError('The frame is not JSON', { cause: error })
  }
}

interface OutgoingFrame {
  readonly joinRef?: string | null
  readonly ref?: string | null
  readonly topic: string
  readonly event: string
  /** JSON text, inserted unchanged so that numbers keep all the digits from the database. */
  readonly payload: string
}

export function writeFrame(
  { joinRef = null, ref = null, topic, event, payload }: OutgoingFrame,
  version: Version,
): string {
  const [j, r, t, e] = [joinRef, ref, topic, event].map((value) => JSON.stringify(value))
  return version === '2.0.0'
    ? `[${j},${r},${t},${e},${payload}]`
    : `{"topic":${t},"event":${e},"payload":${payload},"ref":${r},"join_ref":${j}}`
}

/** A serialized frame for many recipients. */
export interface SharedFrame {
  readonly bytes: Buffer
  readonly isBinary: boolean
}

/** @returns null for bytes in vsn 1.0.0, which knows only JSON */
export function writeBroadcast(
  topic: string,
  { event, payload, meta }: Broadcast,
  version: Version,
): SharedFrame | null {
  if (typeof payload === 'string') {
    const metaField = meta === undefined ? '' : `,"meta":${meta}`
    const body = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}${metaField}}`
    return { bytes: Buffer.from(writeFrame({ topic, event: 'broadcast', payload: body }, version)), isBinary: false }
  }
  if (version === '1.0.0' || !fitsFrame(topic) || !fitsFrame(event)) return null
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)]
  const head = Buffer.from([broadcastOut, topicBytes.length, eventBytes.length, 0, 0])
  return { bytes: Buffer.concat([head, topicBytes, eventBytes, payload]), isBinary: true }
}
