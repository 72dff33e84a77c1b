/** Opens a conversation and navigates to it. */
import { useNavigate } from 'react-router'
import { useWhenSignedIn } from '#features/account/auth'
import { type OpenedConversation, openConversation, startFailure } from '#features/talk/conversation-list'
import type { AppContext } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { toast } from '#ui/toast'

interface ConversationStart {
  start: () => void
  isStarting: boolean
}

/** 'Message seller' on a product, after a sign-in if needed. */
export function useMessageSeller(productId: string): ConversationStart {
  return useStartConversation(async (app, userId) => openConversation(await app.supabase(), userId, productId))
}

/** A conversation about an order, from either side. */
export function useMessageAboutOrder(orderId: string): ConversationStart {
  return useStartConversation(async (app) => ({
    kind: 'conversation',
    id: await read(app, (client) => client.rpc('open_order_room', { order_id: orderId })),
  }))
}

function useStartConversation(
  open: (app: AppContext, userId: string) => Promise<OpenedConversation>,
): ConversationStart {
  const whenSignedIn = useWhenSignedIn()
  const navigate = useNavigate()
  const { mutate, isPending } = useWrite({
    run: open,
    failure: startFailure,
    onSuccess: (opened) => {
      if (opened.kind === 'conversation') void navigate(`/messages?room=${opened.id}`)
      else toast({ title: 'This is your own product', description: 'Buyers can message you from here.' })
    },
  })
  return { start: () => whenSignedIn(({ id }) => mutate(id)), isStarting: isPending }
}
