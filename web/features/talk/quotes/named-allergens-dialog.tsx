/** Changes the allergens of a brief after a price was quoted, which withdraws the quote. */
import { useState } from 'react'
import { readRequests, requestsOf, withTyped } from '#domain/orders/allergen-requests'
import { formatPounds } from '#domain/values/money'
import { useActiveHousehold } from '#features/discover/household'
import type { Conversation } from '#features/talk/conversation-list'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { AllergenRequestsField } from './allergen-requests-field.tsx'
import { useNameAllergens } from './send-brief.ts'

export interface NamedAllergensDialogProps {
  conversation: Conversation
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function NamedAllergensDialog({ conversation, open, onOpenChange }: NamedAllergensDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onPhones="full"
      title="Allergens of your request"
      description="The seller answers each of them in a new quote."
    >
      <Form conversation={conversation} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ conversation, onDone }: { conversation: Conversation; onDone: () => void }) {
  const { mutate, isPending } = useNameAllergens(conversation)
  const household = useActiveHousehold()
  const [allergens, setAllergens] = useState(() =>
    conversation.brief === null ? requestsOf(household) : readRequests(conversation.brief),
  )
  const [typed, setTyped] = useState('')
  return (
    <div className="space-y-5">
      <AllergenRequestsField value={allergens} onChange={setAllergens} typed={typed} onType={setTyped} />
      {conversation.price_quote !== null && (
        <Notice tone="warning">
          The quote of {formatPounds(conversation.price_quote)} does not answer what you change here, so it is
          withdrawn.
        </Notice>
      )}
      <Button
        size="lg"
        busy={isPending}
        className="w-full"
        onClick={() => {
          // An allergen that was typed, but not added, must not be lost.
          mutate(withTyped(allergens, typed), { onSuccess: onDone })
        }}
      >
        Save and ask for a new quote
      </Button>
    </div>
  )
}
