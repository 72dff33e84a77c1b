/** The requested part of a result: `limit` and `offset`, narrowed by the Range header on reads. */
import { invalidRange } from '../errors.ts'
import type { LimitOffset } from './query-syntax.ts'

/** @throws RestError PGRST103 */
export function parseRangeHeader(header: string | null): LimitOffset {
  const found = header === null ? null : /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header)
  if (found === null) return { limit: undefined, offset: undefined }
  const [, lower = '0', upper = ''] = found
  const offset = Number(lower)
  if (upper === '') return { limit: undefined, offset }
  if (offset > Number(upper)) {
    throw invalidRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  }
  return { limit: Number(upper) - offset + 1, offset }
}

/** The intersection: the later start and the earlier end. */
export function intersect(a: LimitOffset, b: LimitOffset): LimitOffset {
  if (b.limit === undefined && b.offset === undefined) return a
  const offset = Math.max(a.offset ?? 0, b.offset ?? 0)
  const end = Math.min(endOf(a), endOf(b))
  return { offset, limit: end === Number.POSITIVE_INFINITY ? undefined : Math.max(0, end - offset) }
}

const endOf = ({ limit, offset }: LimitOffset) =>
  limit === undefined ? Number.POSITIVE_INFINITY : (offset ?? 0) + limit
