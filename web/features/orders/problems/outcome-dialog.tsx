/** The form of an outcome: the shop's answer, or an administrator's decision. */
import { problemAnswers } from '#domain/orders/order-problems'
import { formatPence, toPounds } from '#domain/values/money'
import { messageFor } from '#platform/message-for.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { OutcomeChoices } from './outcome-choices.tsx'
import { answerForm, decisionForm, type OutcomeForm } from './problem-forms.ts'
import { useAnswerProblem, useDecideProblem } from './problems.ts'

interface OutcomeDialogProps {
  problemId: string
  /** What can still be refunded, in pence. */
  leftPence: number
  open: boolean
  onClose: () => void
}

export function AnswerDialog(props: OutcomeDialogProps) {
  return (
    <OutcomeDialog
      {...props}
      title="Answer the buyer"
      form={answerForm(props.leftPence)}
      choices={problemAnswers}
      textLabel="Your answer to the buyer"
      write={useAnswerProblem(props.problemId)}
    />
  )
}

const decisions = { refund: 'Refund the buyer', no_refund: 'No refund' } as const

export function DecideDialog(props: OutcomeDialogProps) {
  return (
    <OutcomeDialog
      {...props}
      title="Decide about the problem"
      form={decisionForm(props.leftPence)}
      choices={decisions}
      textLabel="Reason (shown to buyer and shop)"
      write={useDecideProblem(props.problemId)}
    />
  )
}

interface FormProps extends OutcomeDialogProps {
  title: string
  form: OutcomeForm
  choices: Readonly<Record<string, string>>
  textLabel: string
  write: ReturnType<typeof useAnswerProblem>
}

function OutcomeDialog({ open, onClose, title, ...form }: FormProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={title}>
      <Form {...form} onClose={onClose} />
    </Dialog>
  )
}

function Form({
  form,
  choices,
  textLabel,
  leftPence,
  write,
  onClose,
}: Omit<FormProps, 'open' | 'title' | 'problemId'>) {
  const { mutate, isPending, error } = write
  const { input, handleSubmit, watch } = useZodForm(form, {
    text: '',
    amount: toPounds(leftPence),
  })
  return (
    <form
      onSubmit={(event) => void handleSubmit((outcome) => mutate(outcome, { onSuccess: onClose }))(event)}
      noValidate
      className="space-y-5"
    >
      <OutcomeChoices legend="Outcome" choices={choices} {...input('outcome')} />
      {watch('outcome') === 'refund' && (
        <TextField
          label="Amount (£)"
          inputMode="decimal"
          autoComplete="off"
          hint={`Up to ${formatPence(leftPence)}. It is refunded at once.`}
          {...input('amount')}
        />
      )}
      <TextArea label={textLabel} rows={3} maxLength={1000} {...input('text')} />
      <FormError message={error && messageFor(error, 'This could not be saved. Please try again.')} />
      <DialogActions>
        <Button type="submit" size="lg" busy={isPending}>
          {isPending ? 'Sending...' : 'Send'}
        </Button>
        <Button variant="secondary" size="lg" disabled={isPending} onClick={onClose}>
          Not now
        </Button>
      </DialogActions>
    </form>
  )
}
