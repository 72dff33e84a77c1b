/** Blocks between the two members of a conversation. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useMember } from '#features/account/auth'
import { useOwnShop } from '#features/sell/own-shop'
import type { Conversation } from '#features/talk/conversation-list'
import { messageKeys } from '#keys/messages'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { isUniqueViolation } from '#platform/unwrap.ts'
import { useRowChanges } from '#platform/use-row-changes.ts'
import { useWrite } from '#platform/use-write.ts'

const blockSchema = z.object({
  /** Whether I block the other member. */
  is_mine: z.boolean(),
  /** Whether neither can send messages: a block applies once no order between them is open. */
  is_in_effect: z.boolean(),
})

export type Block = z.output<typeof blockSchema>

function blockQuery(app: AppContext, userId: string, conversationId: string) {
  return queryOptions({
    queryKey: messageKeys.block(userId, conversationId),
    queryFn: async ({ signal }): Promise<Block> =>
      blockSchema.parse(
        await read(app, (client) => client.rpc('room_block', { room_id: conversationId }).abortSignal(signal)),
      ),
    staleTime: 0,
  })
}

/** Undefined while loading. */
export function useConversationBlock(conversationId: string): Block | undefined {
  return useQuery(blockQuery(useApp(), useMember().id, conversationId)).data
}

/** Refetches the block when an order of the two members changes: a completed one may put the block into effect. */
export function useBlockUpdates({ id: conversationId, buyer_id: buyerId }: Conversation): void {
  const { id: userId } = useMember()
  const { queryClient } = useApp()
  const shop = useOwnShop()
  const ofSeller = shop ? `shop_id=eq.${shop.id}` : null
  const filter = buyerId === userId ? `buyer_id=eq.${userId}` : ofSeller
  useRowChanges({ table: 'orders', filter }, () => {
    void queryClient.invalidateQueries({ queryKey: messageKeys.block(userId, conversationId) })
  })
}

export function useSetBlock({ id: conversationId, other }: Conversation) {
  const { id: userId } = useMember()
  return useWrite({
    write: async (client, isBlocked: boolean) => {
      const pair = { blocker_id: userId, blocked_id: other.id }
      const blocks = client.from('blocks')
      const { error, ...response } = await (isBlocked ? blocks.insert(pair) : blocks.delete().match(pair))
      // Already blocked in another tab, which is not an error.
      return { ...response, error: isUniqueViolation(error) ? null : error }
    },
    failure: { title: 'Error', description: 'The change could not be saved. Please try again.' },
    invalidates: [messageKeys.block(userId, conversationId)],
  })
}
