/** Asks an administrator why, and says what their decision does and who is told. */
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextArea } from '#ui/text-area'
import { toast } from '#ui/toast'
import { QueryError } from '#web/app/unwrap.ts'
import { type Action, type Decision, type Thing, useDecide } from './queue.ts'

interface DecideDialogProps {
  decision: Pick<Decision, 'action' | 'subject' | 'id'>
  thing: Thing | null
  open: boolean
  onClose: () => void
  onDone: () => void
}

const effects: Record<Action, (what: string) => string> = {
  hide: (what) => `Nobody but its owner sees the ${what} any more. Its owner is told why.`,
  suspend: () =>
    'The shop and all its products vanish from every list, and nothing can be ordered. Paid orders go on. Its owner is told why, here and by letter.',
  restore: (what) => `The ${what} is seen by everybody again, and its owner is told.`,
  uphold: () => 'The report is closed as justified. Whoever made it is told that you acted on it.',
  dismiss: () => 'Nothing changes. Whoever reported it is told that there was nothing to act on.',
}

const titles: Record<Action, string> = {
  hide: 'Hide',
  suspend: 'Suspend',
  restore: 'Restore',
  uphold: 'Uphold the report of',
  dismiss: 'Dismiss the report of',
}

export function DecideDialog({ decision, thing, open, onClose, ...form }: DecideDialogProps) {
  const { action, subject } = decision
  const what = subject === 'shop' ? (thing?.shop ?? 'this shop') : (thing?.name ?? 'what is gone')
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

function Form({ decision, onClose, onDone }: Omit<DecideDialogProps, 'open' | 'thing'>) {
  const { action } = decision
  const { mutateAsync, isPending } = useDecide()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const isNeeded = action === 'hide' || action === 'suspend'

  async function decide(event: FormEvent): Promise<void> {
    event.preventDefault()
    setRefusal(null)
    setMissing(isNeeded && reason.trim() === '')
    if (isNeeded && reason.trim() === '') return
    try {
      await mutateAsync({ ...decision, reason })
      onClose()
      onDone()
      toast({ title: 'Done', description: 'It is decided, and logged.' })
    } catch (error) {
      setRefusal(
        error instanceof QueryError && error.hint !== null ? error.message : 'That did not work. Please try again.',
      )
    }
  }

  return (
    <form noValidate onSubmit={(event) => void decide(event)} className="space-y-5">
      <TextArea
        label={isNeeded ? 'Why? The owner reads this.' : 'A note for the record (optional)'}
        rows={3}
        maxLength={500}
        required={isNeeded}
        value={reason}
        error={isMissing ? 'Please give a reason. The member concerned will see it.' : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {refusal && (
        <p role="alert" className="font-medium text-alarm">
          {refusal}
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" variant={isNeeded ? 'danger' : 'primary'} size="lg" busy={isPending} className="px-4!">
          {titles[action].split(' ')[0]}
        </Button>
        <Button variant="secondary" size="lg" disabled={isPending} onClick={onClose} className="px-4!">
          Not now
        </Button>
      </div>
    </form>
  )
}
