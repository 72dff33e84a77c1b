/** The account dialog. Its content switches between sign-in, registration, email verification and a new password. */

import { useEffect, useRef, useState } from 'react'
import { Dialog } from '#ui/dialog'
import { type AuthView, closeAuthDialog, type OpenAuthDialog } from './auth-dialog-store.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { VerificationNotice } from './verification-notice.tsx'

const views = {
  'sign-in': { title: 'Sign in', description: 'Welcome back.', Form: SignInForm },
  'second-factor': {
    title: 'Two-step verification',
    description: 'One more step to sign in.',
    Form: SecondFactorForm,
  },
  register: {
    title: 'Create your account',
    description: 'Order homemade food from people near you.',
    Form: RegisterForm,
  },
  verify: {
    title: 'Verify your email',
    description: 'Before you can sign in, please confirm your email address with the link or the code we sent you.',
    Form: VerificationNotice,
  },
  'new-password': {
    title: 'Choose a new password',
    description: 'You are signed in. Set the password to use from now on.',
    Form: NewPasswordForm,
  },
} satisfies Record<AuthView, unknown>

export function AuthDialog({ open }: { open: OpenAuthDialog | null }) {
  // While it fades out, the dialog keeps its last content.
  const [shown, setShown] = useState<OpenAuthDialog>(
    open ?? {
      view: 'sign-in',
      email: '',
      opener: null,
      onSignedIn: null,
      returnTo: null,
      reason: null,
      onCancel: null,
    },
  )
  if (open && open !== shown) setShown(open)
  const { title, description, Form } = views[shown.view]
  const content = useFocusOnChange(open?.view)
  return (
    <Dialog
      // With a known email only the password is left to type.
      initialFocus={() => (shown.view === 'sign-in' && shown.email !== '' && passwordField(content.current)) || true}
      finalFocus={() => focusTarget(shown.opener)}
      open={open !== null}
      onOpenChange={(next) => next || closeAuthDialog()}
      title={title}
      description={(shown.view === 'sign-in' && shown.reason) || description}
    >
      <div ref={content}>
        <Form key={shown.view} email={shown.email} />
      </div>
    </Dialog>
  )
}

const passwordField = (content: HTMLElement | null) =>
  content?.querySelector<HTMLInputElement>('input[autocomplete="current-password"]')

/** The focus returns to the opener, or to the page if signing in has removed the opener. */
function focusTarget(opener: Element | null): HTMLElement | false {
  // A dialog that opened by itself has no opener.
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) return opener
  // Base UI would focus the first field inside <main>, which opens the keyboard of a phone.
  document.getElementById('main')?.focus({ preventScroll: true })
  return false
}

/** Switching the view removes the pressed button, so the focus moves to the first field of the new view. */
function useFocusOnChange(view: AuthView | undefined) {
  const content = useRef<HTMLDivElement>(null)
  const lastView = useRef(view)
  useEffect(() => {
    const switched = lastView.current !== undefined && view !== undefined && lastView.current !== view
    lastView.current = view
    if (switched) content.current?.querySelector('input')?.focus()
  }, [view])
  return content
}
