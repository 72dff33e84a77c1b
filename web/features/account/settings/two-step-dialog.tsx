/** Sets up two-step verification: a QR code to scan, the first code, then the recovery codes. */
import { useEffect, useRef } from 'react'
import {
  LazyReauthenticateDialog,
  mustReauthenticate,
  type SessionUser,
  tryLater,
  useFinishFactor,
  useStartFactor,
} from '#features/account/auth'
import { copyText } from '#platform/copy-text.ts'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { Spinner } from '#ui/spinner'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface TwoStepDialogProps {
  user: SessionUser
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function TwoStepDialog({ user, open, onOpenChange }: TwoStepDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        <>
          Set up <span className="whitespace-nowrap">two-step</span> verification
        </>
      }
      description="You need an authenticator app on your phone, such as Google Authenticator, 1Password or your phone’s own password app."
    >
      <Steps user={user} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** A component of its own inside the dialog, so that each opening starts with a new QR code. */
function Steps({ user, onDone }: { user: SessionUser; onDone: () => void }) {
  const { mutate: start, data: factor, error } = useStartFactor()
  const finish = useFinishFactor(user.id)
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    start()
  }, [start])

  if (finish.data) return <RecoveryCodes user={user} codes={finish.data} onDone={onDone} />
  if (mustReauthenticate(error)) {
    return (
      <LazyReauthenticateDialog
        isOpen
        user={user}
        purpose="to turn on two-step verification"
        onReauthenticated={start}
        onClose={onDone}
      />
    )
  }
  if (error) return <FormError message="Two-step verification could not be set up. Please try again later." />
  if (!factor) {
    return (
      <p role="status" className="flex items-center gap-3 text-ink-soft">
        <Spinner />
        Preparing the QR code
      </p>
    )
  }
  return (
    <div className="space-y-5">
      <p>1. Scan this QR code with your authenticator app.</p>
      <img
        src={factor.qrCode}
        alt="QR code for your authenticator app"
        width={200}
        height={200}
        className="mx-auto size-50 rounded-xl border border-line bg-white"
      />
      <Secret secret={factor.secret} />
      <CodeForm
        label="2. Enter the code that your app shows"
        action="Turn on"
        isPending={finish.isPending}
        failure={finish.error && messageFor(finish.error, tryLater)}
        onSubmit={(code) => finish.mutate({ id: factor.id, code })}
      />
    </div>
  )
}

function Secret({ secret }: { secret: string }) {
  return (
    <div className="text-sm text-ink-soft">
      <p>Can’t scan it? Type this key into your app:</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3">
        <code data-testid="secret" className="break-all text-ink">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <Button
          variant="link"
          onClick={() => void copyText(secret, 'Key copied', 'Please type the key into your app.')}
        >
          Copy key
        </Button>
      </p>
    </div>
  )
}
