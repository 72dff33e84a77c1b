/** Confirms an administrator's decision, with its effects and a reason. */
import { type FormEvent, useState } from 'react'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { TextArea } from '#ui/text-area'
import { type Action, type Decision, type ReportedContent, useDecide } from './queue.ts'

interface DecisionDialogProps {
  decision: Pick<Decision, 'action' | 'subject' | 'id'>
  content: ReportedContent | null
  open: boolean
  onClose: () => void
  onDone: () => void
}

const effects: Record<Action, (what: string) => string> = {
  hide: (what) => `Only its owner will see the ${what}. We tell the owner why.`,
  suspend: () =>
    'The shop and its products disappear from every list, and nobody can order. Paid orders continue. We tell the owner why, in the app and by email.',
  restore: (what) => `Everyone can see the ${what} again. We tell the owner.`,
  uphold: () => 'This closes the report as justified. We tell the reporter that you acted on it.',
  dismiss: () => 'Nothing changes. We tell the reporter that there was nothing to act on.',
}

const titles: Record<Action, string> = {
  hide: 'Hide',
  suspend: 'Suspend',
  restore: 'Restore',
  uphold: 'Uphold the report about',
  dismiss: 'Dismiss the report about',
}

export function DecisionDialog({ decision, content, open, onClose, ...form }: DecisionDialogProps) {
  const { action, subject } = decision
  const what = subject === 'shop' ? (content?.shop ?? 'this shop') : (content?.name ?? 'deleted content')
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={<span className="wrap-anywhere">{`${titles[action]} ${what}?`}</span>}
      description={effects[action](subject)}
    >
      <Form decision={decision} onClose={onClose} {...form} />
    </Dialog>
  )
}

function Form({ decision, onClose, onDone }: Omit<DecisionDialogProps, 'open' | 'content'>) {
  const { action } = decision
  const { mutate, isPending, error } = useDecide()
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const isReasonRequired = action === 'hide' || action === 'suspend'

  function decide(event: FormEvent): void {
    event.preventDefault()
    const isMissing = isReasonRequired && reason.trim() === ''
    setReasonMissing(isMissing)
    if (isMissing) return
    const close = () => {
      onClose()
      onDone()
    }
    mutate({ ...decision, reason }, { onSuccess: close })
  }

  return (
    <form noValidate onSubmit={decide} className="space-y-5">
      <TextArea
        label={isReasonRequired ? 'Reason (shown to the owner)' : 'Note for the log (optional)'}
        rows={3}
        maxLength={500}
        required={isReasonRequired}
        value={reason}
        error={isReasonMissing ? 'Please give a reason. The member concerned will see it.' : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormError message={error && messageFor(error, 'The decision could not be saved. Please try again.')} />
      <DialogActions>
        <Button type="submit" variant={isReasonRequired ? 'danger' : 'primary'} size="lg" busy={isPending}>
          {titles[action].split(' ')[0]}
        </Button>
        <Button variant="secondary" size="lg" disabled={isPending} onClick={onClose}>
          Not now
        </Button>
      </DialogActions>
    </form>
  )
}
