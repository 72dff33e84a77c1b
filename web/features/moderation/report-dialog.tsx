/** The form that reports content to the administrators. */
import { type FormEvent, useId, useRef, useState } from 'react'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextArea } from '#ui/text-area'
import { type ReportTarget, reportReasons, somethingElse } from './report-target.ts'
import { useSendReport } from './send-report.ts'

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
      {error && (
        <p role="alert" className="font-medium text-alarm">
          {messageFor(error, 'Your report could not be sent. Please try again.')}
        </p>
      )}
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
  const id = useId()
  return (
    <fieldset aria-describedby={isMissing ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">What is wrong with it?</legend>
      <div className="flex flex-col gap-1">
        {reportReasons[target.subject].map((reason) => (
          <label
            key={reason}
            className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2 hover:bg-ink/5"
          >
            <input
              type="radio"
              name={id}
              checked={chosen === reason}
              onChange={() => onChoose(reason)}
              className="size-5 shrink-0 accent-berry"
            />
            {reason}
          </label>
        ))}
      </div>
      {isMissing && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-alarm">
          Please choose what is wrong.
        </p>
      )}
    </fieldset>
  )
}
