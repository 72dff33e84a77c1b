/** 'Request a consultation': opens the brief form, or the conversation if it already has a brief. */
import { useMutation } from '@tanstack/react-query'
import { CalendarHeart } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type SessionUser, useWhenSignedIn } from '#features/account/auth'
import { startFailure } from '#features/talk/conversation-list'
import { useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'

interface RequestConsultationProps {
  product: { readonly id: string; readonly name: string; readonly lead_time_days: number }
  disabled: boolean
}

const BriefDialog = lazyDialog(() => import('./brief-dialog.tsx').then((module) => module.BriefDialog))

export function RequestConsultation({ product, disabled }: RequestConsultationProps) {
  const { id, name, lead_time_days: leadTimeDays } = product
  const app = useApp()
  const whenSignedIn = useWhenSignedIn()
  const navigate = useNavigate()
  const [briefUser, setBriefUser] = useState<SessionUser | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async (user: SessionUser) => {
      const client = await app.supabase()
      const rooms = client.from('chat_rooms').select('id, brief, price_quote')
      return unwrap(await rooms.match({ buyer_id: user.id, product_id: id }).limit(1))
    },
    onSuccess: ([room], user) => {
      if (room && (room.brief !== null || room.price_quote !== null)) void navigate(`/messages?room=${room.id}`)
      else setBriefUser(user)
    },
    meta: { failure: startFailure },
  })
  return (
    <>
      <Button
        size="lg"
        disabled={disabled}
        busy={isPending}
        onClick={() => whenSignedIn((user) => mutate(user))}
        className="grow px-5"
      >
        <CalendarHeart aria-hidden="true" className="size-5 max-sm:hidden" />
        Request a consultation
      </Button>
      {briefUser && (
        <BriefDialog
          product={{ id, name, leadTimeDays }}
          user={briefUser}
          open
          onOpenChange={(open) => open || setBriefUser(null)}
        />
      )}
    </>
  )
}
