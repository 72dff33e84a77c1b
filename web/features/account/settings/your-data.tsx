/** Downloads the member's data or deletes the account. Both require reauthentication. */
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { LazyReauthenticateDialog, signedInRecently, useMember } from '#features/account/auth'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { useLazyPart } from '#ui/use-lazy-part'

const loadDialog = () => import('./delete-account-dialog.tsx')

type PendingAction = 'download' | 'delete'

export function YourData() {
  const user = useMember()
  const app = useApp()
  const [params] = useSearchParams()
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const dialog = useLazyPart(loadDialog, pendingAction === 'delete', () => setPendingAction(null))
  const close = () => setPendingAction(null)

  const { mutate, isPending } = useWrite({
    run: async () => {
      if (await signedInRecently(app)) await send(app, form.current)
      else setPendingAction('download')
    },
    failure: { title: 'Error', description: 'Your data could not be prepared. Please try again.' },
  })

  return (
    <>
      {params.get('export') === 'failed' && (
        <Notice tone="error" role="alert" className="mb-4">
          Your data could not be prepared. Please try again.
        </Notice>
      )}
      <p className="mb-4 text-pretty text-ink-soft">
        Download everything we store about you as a zip file: your orders, messages, reviews, addresses and other data
        as text, and your pictures.
      </p>
      <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
        Download my data
      </Button>
      {/* A form, so that the browser saves the response without loading it into memory. A form has no headers, so
         the token is a field. */}
      <form ref={form} method="post" action={`${app.config.supabaseUrl}/functions/v1/export-account`} hidden>
        <input type="hidden" name="token" />
      </form>
      <h3 className="mt-8 mb-2 font-sans text-base font-semibold tracking-normal">Delete your account</h3>
      <p className="mb-4 text-pretty text-ink-soft">
        This is permanent. Shops keep what they need for their records, without your name and address. If you have a
        shop, it closes.
      </p>
      <Button variant="secondary" onClick={() => setPendingAction('delete')}>
        Delete account
      </Button>
      <LazyReauthenticateDialog
        isOpen={pendingAction === 'download'}
        user={user}
        purpose="to download your data"
        onClose={close}
        onReauthenticated={() => {
          close()
          void send(app, form.current)
        }}
      />
      {dialog && pendingAction === 'delete' && <dialog.DeleteAccountDialog onClose={close} />}
    </>
  )
}

async function send(app: AppContext, form: HTMLFormElement | null): Promise<void> {
  const { data } = await (await app.supabase()).auth.getSession()
  const token = form?.elements.namedItem('token')
  if (!form || !(token instanceof HTMLInputElement) || !data.session)
    throw new Error('There is no session for the export')
  token.value = data.session.access_token
  form.submit()
  token.value = ''
}
