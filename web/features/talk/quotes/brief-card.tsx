/**
 * The brief at the top of a conversation, collapsed to one line. The buyer can edit it until a price is
 * quoted, then only its allergens, and ask for another order after paying.
 */
import { ChevronDown, PenLine } from 'lucide-react'
import { useState } from 'react'
import { allergenNames, readRequests } from '#domain/orders/allergen-requests'
import { briefLines, readBrief } from '#domain/orders/brief'
import { dayOfWeek, shortDate, weekdayAbbreviation } from '#domain/values/calendar'
import { isRecord } from '#domain/values/is-record'
import { useMember } from '#features/account/auth'
import type { Conversation } from '#features/talk/conversation-list'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { Brief } from './brief.tsx'

export function BriefCard({ conversation }: { conversation: Conversation }) {
  const isBuyer = useMember().id === conversation.buyer_id
  const brief = {
    ...(isRecord(conversation.brief) && conversation.brief),
    ...(conversation.wanted_on && { wanted_on: conversation.wanted_on }),
  }
  const requests = readRequests(brief)
  const canEdit = isBuyer && conversation.price_quote === null && !conversation.is_paid && conversation.product !== null
  const canName = isBuyer && conversation.price_quote !== null && !conversation.is_paid && conversation.product !== null
  const canAskAgain = isBuyer && conversation.is_paid && conversation.product !== null
  if (briefLines(brief).length === 0 && readBrief(brief).pictures.length === 0) {
    if (canName) return <NothingNamed conversation={conversation} />
    if (!canEdit && !canAskAgain) return null
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 sm:px-6">
        <p className="text-sm text-ink-soft">
          {canAskAgain ? 'Would you like another one?' : 'What would you like, and for when?'}
        </p>
        <EditBrief conversation={conversation} label={canAskAgain ? 'Ask for another order' : 'Add your request'} />
      </div>
    )
  }
  return (
    <details className="group px-4 sm:px-6">
      <summary className="flex cursor-pointer list-none items-center gap-3 py-2.5 text-sm [&::-webkit-details-marker]:hidden">
        <span className="font-semibold whitespace-nowrap">{isBuyer ? 'Your request' : 'Request'}</span>
        <span className="line-clamp-1 min-w-0 grow break-all text-ink-soft">
          {requests.length > 0 && (
            <strong className="font-semibold text-alarm-deep">Allergens: {allergenNames(requests)} · </strong>
          )}
          {briefSummary(brief, conversation.wanted_on)}
        </span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="max-h-[40dvh] overflow-y-auto overscroll-contain pb-4 text-sm">
        <Brief brief={brief}>{(content) => content}</Brief>
        {(canEdit || canAskAgain) && (
          <div className="mt-3">
            <EditBrief conversation={conversation} label={canAskAgain ? 'Ask for another order' : 'Edit'} />
          </div>
        )}
        {canName && (
          <div className="mt-3">
            <NameAllergens conversation={conversation} />
          </div>
        )}
      </div>
    </details>
  )
}

function NothingNamed({ conversation }: { conversation: Conversation }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 sm:px-6">
      <p className="text-sm text-ink-soft">Must it be free of an allergen?</p>
      <NameAllergens conversation={conversation} />
    </div>
  )
}

const NamedAllergensDialog = lazyDialog(() =>
  import('./named-allergens-dialog.tsx').then((module) => module.NamedAllergensDialog),
)

function NameAllergens({ conversation }: { conversation: Conversation }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        <PenLine aria-hidden="true" className="size-4" />
        {readRequests(conversation.brief).length > 0 ? 'Change allergens' : 'Add allergens'}
      </Button>
      <NamedAllergensDialog conversation={conversation} open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}

const BriefDialog = lazyDialog(() => import('./brief-dialog.tsx').then((module) => module.BriefDialog))

function EditBrief({ conversation, label }: { conversation: Conversation; label: string }) {
  const user = useMember()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        <PenLine aria-hidden="true" className="size-4" />
        {label}
      </Button>
      {conversation.product && (
        <BriefDialog
          product={conversation.product}
          conversation={conversation}
          user={user}
          open={isOpen}
          onOpenChange={setIsOpen}
        />
      )}
    </>
  )
}

/** 'Sat 28 Nov · 12 servings · £60.50 · 3 pictures · A unicorn, please' */
function briefSummary(brief: object, day: string | null): string {
  const values = new Map(briefLines(brief).map(({ name, value }) => [name, value]))
  const servings = values.get('Servings')
  const { length } = readBrief(brief).pictures
  return [
    day && `${weekdayAbbreviation(dayOfWeek(day))} ${shortDate(day)}`,
    servings && `${servings} servings`,
    values.get('Budget'),
    length > 0 && (length === 1 ? '1 picture' : `${length} pictures`),
    values.get('Details'),
  ]
    .filter(Boolean)
    .join(' · ')
}
