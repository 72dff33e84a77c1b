/** The form with which a buyer asks an administrator to decide. */

import { messageFor } from '#platform/message-for.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { TextArea } from '#ui/text-area'
import { appealForm } from './problem-forms.ts'
import { useEscalateProblem } from './problems.ts'

interface AppealDialogProps {
  problemId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function AppealDialog({ problemId, open, onOpenChange }: AppealDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Ask us to decide"
      description="We read the report and the answer, and decide about a refund."
    >
      <Form problemId={problemId} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ problemId, onDone }: { problemId: string; onDone: () => void }) {
  const { mutate, isPending, error } = useEscalateProblem(problemId)
  const { input, handleSubmit } = useZodForm(appealForm, { appeal: '' })
  return (
    <form
      onSubmit={(event) => void handleSubmit(({ appeal }) => mutate(appeal, { onSuccess: onDone }))(event)}
      noValidate
      className="space-y-5"
    >
      <TextArea label="Why do you not agree?" rows={4} maxLength={1000} {...input('appeal')} />
      <FormError message={error && messageFor(error, 'This could not be sent. Please try again.')} />
      <Button type="submit" size="lg" busy={isPending} className="w-full">
        {isPending ? 'Sending...' : 'Send to us'}
      </Button>
    </form>
  )
}
