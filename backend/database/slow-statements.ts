/** Observes statements: traces them, and logs those that are slow: their text without values, their time and their request. */
import { currentRequest, withRequestId } from '#backend/request-id'

/** Called with each statement's text and its time in the database, without the time it waited for a connection. */
export type StatementTimer = (text: string, ms: number) => void

export interface SlowStatements {
  /** Starts to measure for the current request. The end of a statement is reported by another one's events. */
  begin(): StatementTimer
  /** Statements that were slow. */
  readonly count: number
}

const maxTextLength = 2_000

/** @param thresholdMs 0 logs nothing */
export function createSlowStatements(
  thresholdMs: number,
  log: { warn(context: object, message: string): void },
): SlowStatements {
  let count = 0
  const ignore = () => {}
  return {
    begin() {
      const request = currentRequest()
      if (thresholdMs === 0 && !request?.span) return ignore
      return (text, ms) => {
        request?.span
          ?.child(
            'database statement',
            'client',
            { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(text) },
            Date.now() - ms,
          )
          .end()
        if (thresholdMs === 0 || ms < thresholdMs) return
        count += 1
        const write = () => log.warn({ statement: withoutValues(text), ms: Math.round(ms) }, 'slow statement')
        if (request === undefined) write()
        else withRequestId(request.id, write)
      }
    },
    get count() {
      return count
    },
  }
}

/** Parameters are not part of a statement's text, but a scheduled command may contain values. */
export function withoutValues(text: string): string {
  const short = text.slice(0, maxTextLength)
  return short.replace(/\$(\w*)\$.*?(\$\1\$|$)/gs, '?').replace(/'(?:[^']|'')*('|$)/g, '?')
}
