/** Replaces the recovery codes, after the member has confirmed their identity. */
import { useState } from 'react'
import {
  createRecoveryCodes,
  LazyReauthenticateDialog,
  type SessionUser,
  signedInRecently,
} from '#features/account/auth'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { RecoveryCodes } from './recovery-codes.tsx'

interface RecoveryCodesDialogProps {
  user: SessionUser
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function RecoveryCodesDialog({ user, open, onOpenChange }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New recovery codes"
      description="Ten new codes replace your old ones, which then no longer work."
    >
      <NewCodes user={user} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function NewCodes({ user, onDone }: { user: SessionUser; onDone: () => void }) {
  const [mustConfirm, setMustConfirm] = useState(false)
  const create = useWrite({
    run: async (app) => ((await signedInRecently(app)) ? createRecoveryCodes(app) : null),
    onSuccess: (codes) => setMustConfirm(codes === null),
    failure: { title: 'No codes were created', description: 'Please try again later' },
  })
  if (create.data) return <RecoveryCodes user={user} codes={create.data} onDone={onDone} />
  return (
    <>
      <Button size="lg" className="w-full" busy={create.isPending} onClick={() => create.mutate()}>
        Create new codes
      </Button>
      <LazyReauthenticateDialog
        isOpen={mustConfirm}
        user={user}
        purpose="to create recovery codes"
        onReauthenticated={() => {
          setMustConfirm(false)
          create.mutate()
        }}
        onClose={() => setMustConfirm(false)}
      />
    </>
  )
}
