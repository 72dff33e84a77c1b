/** What was said in a conversation, and saying more. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toast'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { unwrap, unwrapOptional } from '#web/app/unwrap.ts'

export interface ChatMessage {
  readonly id: string
  readonly sender_id: string
  readonly content: string
  /** `message`, or `system` for what the market itself has to say. */
  readonly type: string
  readonly created_at: string
}

/** The latest of them. */
const mostMessages = 200

/** How often an open conversation is asked for news. */
const askAgainMs = 5_000

function messagesQuery(app: AppContext, userId: string, roomId: string) {
  return queryOptions({
    queryKey: ['me', userId, 'messages', roomId],
    queryFn: async ({ signal }): Promise<readonly ChatMessage[]> => {
      const client = await app.supabase()
      const messages = client
        .from('chat_messages')
        .select('id, sender_id, content, type, created_at')
        .eq('chat_room_id', roomId)
        .order('created_at', { ascending: false })
        .limit(mostMessages)
      return unwrap(await messages.abortSignal(signal)).toReversed()
    },
    staleTime: 0,
    refetchInterval: askAgainMs,
  })
}

export function useMessages(userId: string, roomId: string) {
  return useQuery(messagesQuery(useApp(), userId, roomId))
}

/** `send` answers whether it was sent; what went wrong is said by a notice. */
export function useSendMessage(userId: string, roomId: string) {
  const app = useApp()
  const queryClient = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (content: string) => {
      const client = await app.supabase()
      const message = { chat_room_id: roomId, sender_id: userId, content, type: 'message' }
      unwrapOptional(await client.from('chat_messages').insert(message))
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['me', userId] }),
  })
  async function send(content: string): Promise<boolean> {
    try {
      await mutateAsync(content)
      return true
    } catch {
      toast({ title: 'Error', description: 'Failed to send message. Please try again.', variant: 'destructive' })
      return false
    }
  }
  return { send, isSending: isPending }
}
