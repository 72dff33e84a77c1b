/** The form of an administrator's decision: a reason for the member, or a note for the log. */
import { type FormEvent, type ReactNode, useState } from 'react'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { TextArea } from '#ui/text-area'

interface ReasonFormProps {
  /** Who sees the reason, which is then required. Without it, the reason is a note for the log. */
  shownTo?: string | undefined
  submit: string
  isPending: boolean
  error: Error | null
  onSubmit: (reason: string) => void
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
}

export function ReasonForm({ shownTo, submit, isPending, error, onSubmit, onClose, children }: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const isReasonRequired = shownTo !== undefined

  function decide(event: FormEvent): void {
    event.preventDefault()
    const isMissing = isReasonRequired && reason.trim() === ''
    setReasonMissing(isMissing)
    if (!isMissing) onSubmit(reason)
  }

  return (
    <form noValidate onSubmit={decide} className="space-y-5">
      <TextArea
        label={isReasonRequired ? `Reason (shown to the ${shownTo})` : 'Note for the log (optional)'}
        rows={3}
        maxLength={500}
        required={isReasonRequired}
        value={reason}
        error={isReasonMissing ? 'Please give a reason. The member concerned will see it.' : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {children}
      <FormError message={error && messageFor(error, 'The decision could not be saved. Please try again.')} />
      <DialogActions>
        <Button type="submit" variant={isReasonRequired ? 'danger' : 'primary'} size="lg" busy={isPending}>
          {submit}
        </Button>
        <Button variant="secondary" size="lg" disabled={isPending} onClick={onClose}>
          Not now
        </Button>
      </DialogActions>
    </form>
  )
}
