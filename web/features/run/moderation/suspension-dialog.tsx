/** Confirms that an administrator suspends or restores a member, with the effects, a reason and the member's shop. */
import { useState } from 'react'
import { Checkbox } from '#ui/checkbox'
import { Dialog } from '#ui/dialog'
import { type MemberDetail, type SuspensionAction, useSuspension } from './member-search.ts'
import { ReasonForm } from './reason-form.tsx'

interface SuspensionDialogProps {
  member: MemberDetail
  action: SuspensionAction
  open: boolean
  onClose: () => void
}

const effects: Readonly<Record<SuspensionAction, string>> = {
  suspend:
    'They cannot order, write to other members, review, follow, report or open a shop. They can sign in, and paid orders continue. We tell them why, in the app and by email.',
  restore: 'They can order and write to other members again. We tell them, in the app and by email.',
}

const titles: Readonly<Record<SuspensionAction, string>> = { suspend: 'Suspend', restore: 'Restore' }

export function SuspensionDialog({ open, onClose, ...form }: SuspensionDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={<span className="wrap-anywhere">{`${titles[form.action]} ${form.member.name}?`}</span>}
      description={effects[form.action]}
    >
      <Form onClose={onClose} {...form} />
    </Dialog>
  )
}

function Form({ member, action, onClose }: Omit<SuspensionDialogProps, 'open'>) {
  const { mutate, isPending, error } = useSuspension(member.id, action)
  const { shop } = member
  const hasChoice = shop?.status === (action === 'suspend' ? 'active' : 'suspended')
  const [isShopChosen, setShopChosen] = useState(true)
  return (
    <ReasonForm
      shownTo={action === 'suspend' ? 'member' : undefined}
      submit={titles[action]}
      isPending={isPending}
      error={error}
      onSubmit={(reason) => mutate({ reason, withShop: hasChoice && isShopChosen }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {hasChoice && (
        <Checkbox
          label={`Also ${action} their shop, ${shop.name}`}
          checked={isShopChosen}
          onChange={(event) => setShopChosen(event.currentTarget.checked)}
        />
      )}
    </ReasonForm>
  )
}
