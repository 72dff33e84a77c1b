/** Asks what is wrong with something, and sends it to whoever looks after the market. */
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextArea } from '#ui/text-area'
import { toast } from '#ui/toast'
import { type ReportedThing, reasonsToReport, somethingElse } from './reported-thing.ts'
import { reportRefusal, useSendReport } from './send-report.ts'

interface ReportDialogProps {
  thing: ReportedThing
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ReportDialog({ thing, open, onOpenChange }: ReportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<span className="wrap-anywhere">Report {thing.called}</span>}
      description="We look at every report. Nobody learns that it was yours."
    >
      <Form thing={thing} onSent={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ thing, onSent }: { thing: ReportedThing; onSent: () => void }) {
  const { mutateAsync, isPending } = useSendReport()
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [details, setDetails] = useState('')
  const [wasSent, setSent] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const needsWords = reason === somethingElse && details.trim() === ''

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    setSent(true)
    setRefusal(null)
    if (reason === null || needsWords) {
      form.current?.querySelector<HTMLElement>(reason === null ? 'input' : 'textarea')?.focus()
      return
    }
    try {
      await mutateAsync({ thing, reason, details })
      onSent()
      toast({ title: 'Report sent', description: 'Thank you. We will look into it and tell you what became of it.' })
    } catch (error) {
      setRefusal(reportRefusal(error))
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)} className="space-y-5">
      <Reasons thing={thing} chosen={reason} onChoose={setReason} isMissing={wasSent && reason === null} />
      <TextArea
        label={reason === somethingElse ? 'What is wrong?' : 'What should we know? (optional)'}
        rows={3}
        maxLength={2000}
        value={details}
        required={reason === somethingElse}
        error={wasSent && needsWords ? 'Please say what is wrong.' : undefined}
        hint={thing.subject === 'conversation' ? 'We read this conversation up to now to look into it.' : undefined}
        onChange={(event) => setDetails(event.currentTarget.value)}
      />
      {refusal && (
        <p role="alert" className="font-medium text-alarm">
          {refusal}
        </p>
      )}
      <Button type="submit" size="lg" busy={isPending} className="w-full">
        {isPending ? 'Sending...' : 'Send report'}
      </Button>
    </form>
  )
}

interface ReasonsProps {
  thing: ReportedThing
  chosen: string | null
  onChoose: (reason: string) => void
  isMissing: boolean
}

function Reasons({ thing, chosen, onChoose, isMissing }: ReasonsProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={isMissing ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">What is wrong with it?</legend>
      <div className="flex flex-col gap-1">
        {reasonsToReport[thing.subject].map((reason) => (
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
