/** Corrects the answers of a quote. The buyer has to accept the quote again. */
import { useState } from 'react'
import type { Conversation } from '#features/talk/conversation-list'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { AnswersField } from './answers-field.tsx'
import type { QuoteDialogProps } from './quote-dialog.tsx'
import { isFinalRefusal, useCorrectAnswers } from './quotes.ts'
import { useAnswers } from './use-answers.ts'

export function AnswersDialog({ conversation, open, onOpenChange }: QuoteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="wide"
      onPhones="full"
      title="Change answers"
      description="The buyer is notified and has to accept the quote again. An order that accepts the earlier answers can no longer be paid."
    >
      <Form conversation={conversation} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ conversation: latest, onDone }: { conversation: Conversation; onDone: () => void }) {
  const [conversation] = useState(latest)
  const answers = useAnswers(conversation)
  const { mutate, isPending } = useCorrectAnswers(conversation)

  function send(): void {
    const corrected = answers.check()
    if (corrected) mutate(corrected, { onSuccess: onDone, onError: (error) => isFinalRefusal(error) && onDone() })
  }

  return (
    <div className="space-y-5">
      <AnswersField state={answers} />
      <Button size="lg" busy={isPending} onClick={send} className="w-full">
        Send changed answers
      </Button>
    </div>
  )
}
