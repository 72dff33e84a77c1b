/** The payload of a join to a topic, as realtime-js sends it. */
import { z } from 'zod'
import type { Replay } from './database-broadcasts.ts'

/** A subscription to row changes. The reply to the join repeats it unchanged. */
const changeRequest = z.object({
  event: z.string().max(20),
  schema: z.string().max(63).nullish(),
  table: z.string().max(63).nullish(),
  filter: z.string().max(8_000).nullish(),
  select: z.array(z.string().max(63)).max(1_600).nullish(),
})
export type ChangeRequest = z.infer<typeof changeRequest>

/** Supabase's limit. */
const maxReplayed = 25
const replay = z.object({
  since: z.number().int().min(0).max(8_640_000_000_000_000),
  limit: z.number().int().min(1).max(maxReplayed).nullish(),
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
  readonly receivesOwnBroadcasts: boolean
  readonly wantsAcknowledgement: boolean
  /** Replays earlier database broadcasts. */
  readonly replay: Replay | undefined
  /** Whether to confirm that database broadcasts are received. */
  readonly wantsReplicationReady: boolean
  readonly presence: { readonly key: string; readonly isEnabled: boolean }
  readonly changes: readonly ChangeRequest[]
  readonly isPrivate: boolean
  readonly accessToken: string | undefined
}

/** @returns undefined if the payload is invalid */
export function readJoinRequest(payload: unknown): JoinRequest | undefined {
  const read = joinRequest.safeParse(payload)
  if (!read.success) return undefined
  const { config, access_token } = read.data
  return {
    receivesOwnBroadcasts: config?.broadcast?.self ?? false,
    wantsAcknowledgement: config?.broadcast?.ack ?? false,
    replay: replayOf(config?.broadcast?.replay),
    wantsReplicationReady: config?.broadcast?.replication_ready ?? false,
    presence: { key: config?.presence?.key ?? '', isEnabled: config?.presence?.enabled ?? false },
    changes: config?.postgres_changes ?? [],
    isPrivate: config?.private ?? false,
    accessToken: access_token || undefined,
  }
}

function replayOf(requested: z.infer<typeof replay> | null | undefined): Replay | undefined {
  return requested ? { since: requested.since, limit: requested.limit ?? maxReplayed } : undefined
}
