/** The log: JSON lines on standard error, each with the id of its request. */
import pino, { type Logger } from 'pino'
import { currentRequestId } from '#backend/request-id'

export interface Log {
  readonly log: Logger
  /** How many lines each level has had. */
  readonly lines: ReadonlyMap<string, number>
}

export function openLog(level: string): Log {
  const lines = new Map<string, number>()
  const mixin = (_fields: object, number: number) => {
    const label = pino.levels.labels[number] ?? 'other'
    lines.set(label, (lines.get(label) ?? 0) + 1)
    const requestId = currentRequestId()
    return requestId === undefined ? {} : { requestId }
  }
  return { log: pino({ level, mixin }, pino.destination(2)), lines }
}
