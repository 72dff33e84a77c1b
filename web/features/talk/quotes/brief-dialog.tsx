/** The form of a brief. It opens a conversation about a custom order, or edits its brief. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { mentionsAllergy, readRequests, requestsOf, withTyped } from '#domain/orders/allergen-requests'
import { maxBriefDetailsLength, maxBriefPictures, readBrief } from '#domain/orders/brief'
import { addDays, londonTime, longDate } from '#domain/values/calendar'
import { toPounds } from '#domain/values/money'
import type { SessionUser } from '#features/account/auth'
import { PicturesField, useChosenPictures } from '#features/account/uploads'
import { useActiveHousehold } from '#features/discover/household'
import type { Conversation } from '#features/talk/conversation-list'
import { useNow } from '#platform/clock.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toast'
import { AllergenRequestsField } from './allergen-requests-field.tsx'
import { type BriefForm, briefForm } from './chat-forms.ts'
import { useSendBrief } from './send-brief.ts'

export interface BriefDialogProps {
  product: { readonly id: string; readonly name: string; readonly leadTimeDays?: number }
  /** The conversation of the brief; absent when the brief opens it. */
  conversation?: Conversation
  user: SessionUser
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function BriefDialog({ product, conversation, user, open, onOpenChange }: BriefDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onPhones="full"
      title={conversation?.is_paid ? 'Another order' : conversation ? 'Your request' : 'Request a consultation'}
      description={<span className="wrap-anywhere">{product.name}</span>}
    >
      <Form product={product} conversation={conversation} user={user} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

interface FormProps extends Pick<BriefDialogProps, 'product' | 'conversation' | 'user'> {
  onDone: () => void
}

function Form({ product, conversation, user, onDone }: FormProps) {
  const navigate = useNavigate()
  const { mutate, isPending } = useSendBrief(user.id, product.id)
  const { date: today } = londonTime(useNow())
  // A request for another order starts afresh, except for the allergens.
  const brief = readBrief(conversation?.is_paid ? null : conversation?.brief)
  const pictures = useChosenPictures(
    maxBriefPictures,
    `You can add up to ${maxBriefPictures} pictures.`,
    brief.pictures,
  )
  const household = useActiveHousehold()
  const isFirst = !conversation || conversation.brief === null
  const [allergens, setAllergens] = useState(() => (isFirst ? requestsOf(household) : readRequests(conversation.brief)))
  const [typed, setTyped] = useState('')
  const { input, handleSubmit, watch } = useZodForm(briefForm(today), {
    wantedOn: conversation?.is_paid ? '' : (conversation?.wanted_on ?? ''),
    servings: brief.servings === null ? '' : String(brief.servings),
    budget: brief.budgetPence === null ? '' : toPounds(brief.budgetPence),
    details: brief.details,
  })

  function send(form: BriefForm): void {
    // An allergen that was typed, but not added, must not be lost.
    mutate(
      {
        form,
        allergens: withTyped(allergens, typed),
        pictures: pictures.chosen,
        onUploaded: pictures.markStored,
      },
      {
        onSuccess(opened) {
          onDone()
          if (opened.kind === 'own-product') {
            toast({ title: 'This is your own product', description: 'Buyers can message you from here.' })
          } else if (!conversation) void navigate(`/messages?room=${opened.id}`)
        },
      },
    )
  }

  return (
    <form onSubmit={(event) => void handleSubmit(send)(event)} noValidate className="space-y-5">
      <TextArea
        label="What would you like?"
        rows={4}
        maxLength={maxBriefDetailsLength}
        placeholder="Flavours, colours, lettering and anything else the seller should know"
        {...input('details')}
      />
      <div role="status" className="empty:hidden">
        {allergens.length === 0 && mentionsAllergy(watch('details')) && (
          <Notice tone="warning">
            Is this about an allergy? Add the allergens below. The seller has to answer those before quoting a price.
          </Notice>
        )}
      </div>
      <AllergenRequestsField value={allergens} onChange={setAllergens} typed={typed} onType={setTyped} />
      {isFirst && household.length > 0 && allergens.length > 0 && (
        <p className="-mt-3 text-sm text-pretty text-ink-soft">
          Filled in from your household. Remove what the seller need not know.
        </p>
      )}
      <TextField
        label="For which day? (optional)"
        type="date"
        min={today}
        max={addDays(today, 366)}
        hint={product.leadTimeDays ? `Usually from ${longDate(addDays(today, product.leadTimeDays))}.` : undefined}
        {...input('wantedOn')}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Servings (optional)"
          type="number"
          inputMode="numeric"
          min="1"
          step="1"
          {...input('servings')}
        />
        <TextField
          label="Budget in £ (optional)"
          type="number"
          inputMode="decimal"
          min="0.01"
          step="0.01"
          {...input('budget')}
        />
      </div>
      <PicturesField
        pictures={pictures}
        max={maxBriefPictures}
        hint={`Up to ${maxBriefPictures} pictures. Only you and the seller can see them.`}
      />
      <Button type="submit" size="lg" busy={isPending} disabled={pictures.isBusy} className="w-full">
        {conversation ? 'Save' : 'Send to the seller'}
      </Button>
    </form>
  )
}
