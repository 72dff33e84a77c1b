/** The presences of a topic in Phoenix's format: keys, each with the metas of its connections. */
import { groupBy } from './changes/group-by.ts'

/** What one connection tracks about itself. */
export interface Presence {
  /** Unique among all processes. */
  readonly ref: string
  readonly key: string
  /** JSON text of an object. */
  readonly meta: string
}

/** JSON text of the payload of presence_state. */
export function stateOf(presences: Iterable<Presence>): string {
  const keys = [...groupBy(presences, ({ key }) => key)]
  return `{${keys.map(([key, ofKey]) => `${JSON.stringify(key)}:{"metas":[${ofKey.map(metaOf).join(',')}]}`).join(',')}}`
}

/** JSON text of the payload of presence_diff. */
export function diffOf(joins: readonly Presence[], leaves: readonly Presence[]): string {
  return `{"joins":${stateOf(joins)},"leaves":${stateOf(leaves)}}`
}

function metaOf({ ref, meta }: Presence): string {
  const rest = meta.slice(1)
  return `{"phx_ref":${JSON.stringify(ref)}${rest === '}' ? '' : ','}${rest}`
}

/** A client's tracked object as a meta, without Phoenix's own fields. @returns undefined if it is no object or too large */
export function metaFrom(payload: unknown, maxBytes: number): string | undefined {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined
  const { phx_ref: _ref, phx_ref_prev: _previous, ...meta } = payload as Record<string, unknown>
  const json = JSON.stringify(meta)
  return Buffer.byteLength(json) > maxBytes ? undefined : json
}
