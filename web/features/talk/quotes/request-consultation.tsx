/** 'Request a consultation': opens the brief form, or the conversation if it already has a brief. */
import { CalendarHeart } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type SessionUser, useWhenSignedIn } from '#features/account/auth'
import { startFailure } from '#features/talk/conversation-list'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'

interface RequestConsultationProps {
  product: { readonly id: string; readonly name: string; readonly lead_time_days: number }
  disabled: boolean
}

const BriefDialog = lazyDialog(() => import('./brief-dialog.tsx').then((module) => module.BriefDialog))

export function RequestConsultation({ product, disabled }: RequestConsultationProps) {
  const { id, name, lead_time_days: leadTimeDays } = product
  const whenSignedIn = useWhenSignedIn()
  const navigate = useNavigate()
  const [briefUser, setBriefUser] = useState<SessionUser | null>(null)
  const { mutate, isPending } = useWrite({
    run: (app, user: SessionUser) =>
      read(app, (client) =>
        client
          .from('chat_rooms')
          .select('id, brief, price_quote')
          .match({ buyer_id: user.id, product_id: id })
          .limit(1),
      ),
    failure: startFailure,
    onSuccess: ([conversation], user) => {
      if (conversation && (conversation.brief !== null || conversation.price_quote !== null))
        void navigate(`/messages?room=${conversation.id}`)
      else setBriefUser(user)
    },
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
