/** The form with which a buyer reports a problem with an order. */

import { maxProblemPictures, problemKinds, problemWishes } from '#domain/orders/order-problems'
import { PicturesField, useChosenPictures } from '#features/account/uploads'
import { messageFor } from '#platform/message-for.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { Notice } from '#ui/notice'
import { TextArea } from '#ui/text-area'
import { OutcomeChoices } from './outcome-choices.tsx'
import { type ProblemForm, problemForm } from './problem-forms.ts'
import { useReportProblem } from './problems.ts'

interface ReportProblemDialogProps {
  orderId: string
  shopName: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ReportProblemDialog({ orderId, shopName, open, onOpenChange }: ReportProblemDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onPhones="full"
      title="Report a problem"
      description={<span className="wrap-anywhere">{shopName} answers first. If you do not agree, we can decide.</span>}
    >
      <Form orderId={orderId} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ orderId, onDone }: { orderId: string; onDone: () => void }) {
  const { mutate, isPending, error } = useReportProblem(orderId)
  const pictures = useChosenPictures(maxProblemPictures, `You can add up to ${maxProblemPictures} pictures.`)
  const { input, handleSubmit, watch } = useZodForm(problemForm, { details: '' })

  function send(form: ProblemForm): void {
    mutate({ ...form, pictures: pictures.chosen, onUploaded: pictures.markStored }, { onSuccess: onDone })
  }

  return (
    <form onSubmit={(event) => void handleSubmit(send)(event)} noValidate className="space-y-5">
      <OutcomeChoices legend="What is wrong?" choices={problemKinds} {...input('kind')} />
      <div role="status" className="empty:hidden">
        {watch('kind') === 'allergen' && (
          <Notice tone="warning">
            If somebody has a reaction, call 999 first. Keep the food and its label. We are told at once, too.
          </Notice>
        )}
      </div>
      <TextArea label="What happened?" rows={4} maxLength={2000} {...input('details')} />
      <PicturesField
        pictures={pictures}
        max={maxProblemPictures}
        hint={`Up to ${maxProblemPictures} pictures. Only you, the seller and, if we decide, we can see them.`}
      />
      <OutcomeChoices legend="What would you like?" choices={problemWishes} {...input('wanted')} />
      <FormError message={error && messageFor(error, 'The problem could not be reported. Please try again.')} />
      <Button type="submit" size="lg" busy={isPending} disabled={pictures.isBusy} className="w-full">
        {isPending ? 'Sending...' : 'Send report'}
      </Button>
    </form>
  )
}
