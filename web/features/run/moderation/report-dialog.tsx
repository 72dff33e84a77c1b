/** The form that reports content to the administrators. */
import { type FormEvent, useId, useRef, useState } from 'react'
import { messageFor } from '#platform/message-for.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { Choice } from '#ui/choice'
import { Dialog } from '#ui/dialog'
import { FieldGroup } from '#ui/field'
import { FormError } from '#ui/form-error'
import { TextArea } from '#ui/text-area'
import { type ReportTarget, reportReasons, somethingElse } from './report-target.ts'

interface ReportDialogProps {
  target: ReportTarget
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ReportDialog({ target, open, onOpenChange }: ReportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<span className="wrap-anywhere">Report {target.label}</span>}
      description="We review every report. We never tell the person you report who you are."
    >
      <Form target={target} onSent={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ target, onSent }: { target: ReportTarget; onSent: () => void }) {
  const { mutate, isPending, error } = useSendReport()
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [details, setDetails] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const needsDetails = reason === somethingElse && details.trim() === ''

  function send(event: FormEvent): void {
    event.preventDefault()
    setSubmitted(true)
    if (reason === null || needsDetails) {
      form.current?.querySelector<HTMLElement>(reason === null ? 'input' : 'textarea')?.focus()
      return
    }
    mutate({ target, reason, details }, { onSuccess: onSent })
  }

  return (
    <form ref={form} noValidate onSubmit={send} className="space-y-5">
      <Reasons target={target} chosen={reason} onChoose={setReason} isMissing={wasSubmitted && reason === null} />
      <TextArea
        label={reason === somethingElse ? 'What is wrong?' : 'What should we know? (optional)'}
        rows={3}
        maxLength={2000}
        value={details}
        required={reason === somethingElse}
        error={wasSubmitted && needsDetails ? 'Please say what is wrong.' : undefined}
        hint={target.subject === 'conversation' ? 'To look into it, we read this conversation up to now.' : undefined}
        onChange={(event) => setDetails(event.currentTarget.value)}
      />
      <FormError message={error && messageFor(error, 'Your report could not be sent. Please try again.')} />
      <Button type="submit" size="lg" busy={isPending} className="w-full">
        {isPending ? 'Sending...' : 'Send report'}
      </Button>
    </form>
  )
}

interface ReasonsProps {
  target: ReportTarget
  chosen: string | null
  onChoose: (reason: string) => void
  isMissing: boolean
}

function Reasons({ target, chosen, onChoose, isMissing }: ReasonsProps) {
  const name = useId()
  return (
    <FieldGroup legend="What is wrong with it?" error={isMissing ? 'Please choose what is wrong.' : null}>
      <div className="flex flex-col gap-1">
        {reportReasons[target.subject].map((reason) => (
          <Choice
            key={reason}
            look="row"
            name={name}
            checked={chosen === reason}
            onChange={() => onChoose(reason)}
            className="-mx-2 px-2"
          >
            {reason}
          </Choice>
        ))}
      </div>
    </FieldGroup>
  )
}

interface Report {
  target: ReportTarget
  reason: string
  details: string
}

function targetColumns({ subject, id }: ReportTarget) {
  if (subject === 'product') return { subject, product_id: id }
  if (subject === 'shop') return { subject, shop_id: id }
  if (subject === 'review') return { subject, review_id: id }
  if (subject === 'announcement') return { subject, announcement_id: id }
  return { subject, chat_room_id: id }
}

function useSendReport() {
  return useWrite({
    write: (client, { target, reason, details }: Report) =>
      client.from('reports').insert({ ...targetColumns(target), reason, details: details.trim() || null }),
    success: {
      title: 'Report sent',
      description: 'Thank you. We will look into it and let you know the outcome.',
    },
    failure: 'shown',
  })
}
