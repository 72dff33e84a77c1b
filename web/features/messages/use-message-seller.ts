/** 'Message seller' and 'Request a consultation': into the conversation about a product, by way of signing in where needed. */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAsUser } from '#features/auth'
import { toast } from '#ui/toast'
import { useApp } from '#web/app/app-context.ts'
import { openRoom } from './open-room.ts'

export function useMessageSeller(productId: string): { start: () => void; isStarting: boolean } {
  const app = useApp()
  const asUser = useAsUser()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: async (userId: string) => openRoom(await app.supabase(), userId, productId),
    onSuccess: (opened) => {
      if (opened.kind === 'room') void navigate(`/messages?room=${opened.id}`)
      else toast({ title: 'This is your own product', description: 'Shoppers will write to you from here.' })
    },
    onError: () =>
      toast({
        title: 'Error',
        description: 'Failed to start conversation. Please try again.',
        variant: 'destructive',
      }),
  })
  return { start: () => asUser(({ id }) => mutate(id)), isStarting: isPending }
}
