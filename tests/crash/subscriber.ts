/** A member who follows a conversation over the socket and refetches after each reconnect, with the web app's channel. */
import type { RealtimePostgresInsertPayload } from '@supabase/supabase-js'
import { openReconnectingChannel } from '#platform/reconnecting-channel.ts'
import type { TestServer } from '../harness.ts'
import { newUser } from '../protocol/realtime-clients.ts'

/** As in a browser. The server is up again for some time before the socket is. */
const reconnectMs = 2_000

export interface Subscriber {
  /** Messages that came over the socket or by a refetch. */
  readonly known: ReadonlySet<string>
  /** Messages that came over the socket. */
  readonly received: ReadonlySet<string>
  /** How many refetches after a join have finished. */
  refetches(): number
  close(): Promise<void>
}

export async function subscribe(server: TestServer, memberId: string, conversationId: string): Promise<Subscriber> {
  const { client, disconnect } = await newUser(server, { id: memberId, reconnectMs })
  const known = new Set<string>()
  const received = new Set<string>()
  let refetches = 0
  const refetch = async () => {
    const latest = client.from('chat_messages').select('id').eq('chat_room_id', conversationId)
    const { data } = await latest.order('created_at', { ascending: false }).limit(100)
    if (!data) return
    for (const { id } of data) known.add(id)
    refetches += 1
  }
  const filter = {
    event: 'INSERT',
    schema: 'public',
    table: 'chat_messages',
    filter: `chat_room_id=eq.${conversationId}`,
  } as const
  const close = openReconnectingChannel(client, {
    name: `conversation ${conversationId}`,
    listen: (channel) =>
      channel
        .on('postgres_changes', filter, ({ new: message }: RealtimePostgresInsertPayload<{ id: string }>) => {
          known.add(message.id)
          received.add(message.id)
        })
        .on('system', {}, ({ status }: { status?: string }) => {
          if (status === 'ok') void refetch()
        }),
    onLive: () => {},
  })
  return {
    known,
    received,
    refetches: () => refetches,
    async close() {
      close()
      await disconnect()
    },
  }
}
