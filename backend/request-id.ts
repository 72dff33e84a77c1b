/** The request in progress: its id and its span. The log, SQL, functions and responses get them from here. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Span } from './tracing.ts'

export const requestIdHeader = 'x-request-id'

export interface CurrentRequest {
  readonly id: string
  /** Undefined while tracing is off. */
  readonly span?: Span | undefined
}

const current = new AsyncLocalStorage<CurrentRequest>()

/** Undefined outside of a request. */
export const currentRequest = (): CurrentRequest | undefined => current.getStore()
export const currentRequestId = (): string | undefined => current.getStore()?.id

/** Runs `work` as part of the request. What it awaits belongs to the request, too. */
export const withRequestId = <T>(id: string, work: () => T, span?: Span): T => current.run({ id, span }, work)

/** Runs `work` within the span, as part of the request in progress, and ends the span. */
export async function withSpan<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  if (!span) return work()
  try {
    return await withRequestId(currentRequestId() ?? randomUUID(), work, span)
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** The id that a trusted sender gave if it is short and harmless in a log, else a new one. */
export function requestIdOf(given: unknown): string {
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID()
}
