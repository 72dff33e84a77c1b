/** Opens a conversation and navigates to it. */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useWhenSignedIn } from '#features/account/auth'
import { type OpenedRoom, openRoom, startFailure } from '#features/talk/conversation-list'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { toast } from '#ui/toast'

interface Conversation {
  start: () => void
  isStarting: boolean
}

/** 'Message seller' on a product, after a sign-in if needed. */
export function useMessageSeller(productId: string): Conversation {
  return useConversation(async (app, userId) => openRoom(await app.supabase(), userId, productId))
}

/** A conversation about an order, from either side. */
export function useMessageAboutOrder(orderId: string): Conversation {
  return useConversation(async (app) => {
    const client = await app.supabase()
    return { kind: 'room', id: unwrap(await client.rpc('open_order_room', { order_id: orderId })) }
  })
}

function useConversation(open: (app: AppContext, userId: string) => Promise<OpenedRoom>): Conversation {
  const app = useApp()
  const whenSignedIn = useWhenSignedIn()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: (userId: string) => open(app, userId),
    onSuccess: (opened) => {
      if (opened.kind === 'room') void navigate(`/messages?room=${opened.id}`)
      else toast({ title: 'This is your own product', description: 'Buyers can message you from here.' })
    },
    meta: { failure: startFailure },
  })
  return { start: () => whenSignedIn(({ id }) => mutate(id)), isStarting: isPending }
}
