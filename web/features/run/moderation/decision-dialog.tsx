/** Confirms an administrator's decision, with its effects and a reason. */
import { Dialog } from '#ui/dialog'
import { type Action, type Decision, type ReportedContent, useDecide } from './queue.ts'
import { ReasonForm } from './reason-form.tsx'

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
  const close = () => {
    onClose()
    onDone()
  }
  return (
    <ReasonForm
      shownTo={action === 'hide' || action === 'suspend' ? 'owner' : undefined}
      submit={titles[action].split(' ')[0] ?? ''}
      isPending={isPending}
      error={error}
      onSubmit={(reason) => mutate({ ...decision, reason }, { onSuccess: close })}
      onClose={onClose}
    />
  )
}
