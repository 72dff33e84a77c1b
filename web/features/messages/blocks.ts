/** Blocks between the two members of a conversation. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'
import { useRowChanges } from '#platform/use-row-changes.ts'
import { messageKeys } from './keys.ts'
import type { Room } from './rooms.ts'

const blockSchema = z.object({
  /** Whether I block the other member. */
  is_mine: z.boolean(),
  /** Whether neither can send messages: a block applies once no order between them is open. */
  is_in_effect: z.boolean(),
})

export type Block = z.output<typeof blockSchema>

function blockQuery(app: AppContext, userId: string, roomId: string) {
  return queryOptions({
    queryKey: messageKeys.block(userId, roomId),
    queryFn: async ({ signal }): Promise<Block> => {
      const client = await app.supabase()
      return blockSchema.parse(unwrap(await client.rpc('room_block', { room_id: roomId }).abortSignal(signal)))
    },
    staleTime: 0,
  })
}

/** Undefined while loading. */
export function useRoomBlock(userId: string, roomId: string): Block | undefined {
  const app = useApp()
  const query = blockQuery(app, userId, roomId)
  // A completed order may put a block into effect.
  useRowChanges(
    { table: 'orders', filter: `buyer_id=eq.${userId}` },
    () => void app.queryClient.invalidateQueries(query),
  )
  return useQuery(query).data
}

export function useSetBlock(userId: string, { id: roomId, other }: Pick<Room, 'id' | 'other'>) {
  const app = useApp()
  return useMutation({
    mutationFn: async (isBlocked: boolean) => {
      const client = await app.supabase()
      const pair = { blocker_id: userId, blocked_id: other.id }
      const blocks = client.from('blocks')
      const { error, ...response } = await (isBlocked ? blocks.insert(pair) : blocks.delete().match(pair))
      // Already blocked in another tab, which is not an error.
      unwrapOptional({ ...response, error: error?.code === '23505' ? null : error })
    },
    meta: {
      failure: { title: 'Error', description: 'The change could not be saved. Please try again.' },
      invalidates: [messageKeys.block(userId, roomId)],
    },
  })
}
