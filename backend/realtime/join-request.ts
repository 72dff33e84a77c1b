/** What a client asks for when it joins a topic, as realtime-js sends it. */
import { z } from 'zod'
import type { Replay } from './database-broadcasts.ts'

/** Changes of rows that a channel wants to hear of, in the client's own words: they are sent back to it as they came. */
const changeRequest = z.object({
  event: z.string().max(20),
  schema: z.string().max(63).nullish(),
  table: z.string().max(63).nullish(),
  filter: z.string().max(8_000).nullish(),
  select: z.array(z.string().max(63)).max(1_600).nullish(),
})
export type ChangeRequest = z.infer<typeof changeRequest>

/** As many as Supabase tells again. */
const mostReplayed = 25
const replay = z.object({
  since: z.number().int().min(0).max(8_640_000_000_000_000),
  limit: z.number().int().min(1).max(mostReplayed).nullish(),
})

const joinRequest = z.object({
  config: z
    .object({
      broadcast: z
        .object({
          self: z.boolean().nullish(),
          ack: z.boolean().nullish(),
          replay: replay.nullish(),
          replication_ready: z.boolean().nullish(),
        })
        .nullish(),
      presence: z.object({ key: z.string().max(255).nullish(), enabled: z.boolean().nullish() }).nullish(),
      postgres_changes: z.array(changeRequest).max(50).nullish(),
      private: z.boolean().nullish(),
    })
    .nullish(),
  access_token: z.string().max(16_000).nullish(),
})

export interface JoinRequest {
  readonly hearsItself: boolean
  readonly wantsAcknowledgement: boolean
  /** What the database said since is told again. */
  readonly replay: Replay | undefined
  /** Whether it is to be told that what the database says is heard. */
  readonly wantsReadiness: boolean
  readonly presence: { readonly key: string; readonly isEnabled: boolean }
  readonly changes: readonly ChangeRequest[]
  readonly isPrivate: boolean
  readonly accessToken: string | undefined
}

/** @returns undefined where the payload is no join's */
export function readJoinRequest(payload: unknown): JoinRequest | undefined {
  const read = joinRequest.safeParse(payload)
  if (!read.success) return undefined
  const { config, access_token } = read.data
  return {
    hearsItself: config?.broadcast?.self ?? false,
    wantsAcknowledgement: config?.broadcast?.ack ?? false,
    replay: replayOf(config?.broadcast?.replay),
    wantsReadiness: config?.broadcast?.replication_ready ?? false,
    presence: { key: config?.presence?.key ?? '', isEnabled: config?.presence?.enabled ?? false },
    changes: config?.postgres_changes ?? [],
    isPrivate: config?.private ?? false,
    accessToken: access_token || undefined,
  }
}

function replayOf(asked: z.infer<typeof replay> | null | undefined): Replay | undefined {
  return asked ? { since: asked.since, limit: asked.limit ?? mostReplayed } : undefined
}
