import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  authDialog,
  closeAuthDialog,
  dropPendingIntent,
  finishRegistration,
  finishSignIn,
  openSignIn,
  requireSignIn,
  showAuthDialog,
} from './auth-dialog-store.ts'

const rosie = { id: '1', name: 'Rosie', email: 'rosie@example.com', avatarUrl: null }

beforeEach(() => vi.stubGlobal('document', { activeElement: null }))
afterEach(() => {
  closeAuthDialog()
  vi.unstubAllGlobals()
})

describe('an action that needs a sign-in', () => {
  it('runs as the new user after the dialog has closed', () => {
    const onSignedIn = vi.fn(() => expect(authDialog.current()).toBeNull())
    openSignIn({ onSignedIn })
    finishSignIn(rosie)
    expect(onSignedIn).toHaveBeenCalledExactlyOnceWith(rosie)
  })

  it('is kept from one dialog to the next', () => {
    const onSignedIn = vi.fn()
    openSignIn({ onSignedIn })
    showAuthDialog('register', rosie.email)
    showAuthDialog('verify', rosie.email)
    finishSignIn(rosie)
    expect(onSignedIn).toHaveBeenCalledOnce()
  })

  it('is dropped when the dialog is closed, or opened again for something else', () => {
    const onSignedIn = vi.fn()
    openSignIn({ onSignedIn })
    closeAuthDialog()
    openSignIn()
    finishSignIn(rosie)
    openSignIn({ onSignedIn })
    openSignIn()
    finishSignIn(rosie)
    expect(onSignedIn).not.toHaveBeenCalled()
  })
  it('waits for the first sign-in after a registration', () => {
    const onSignedIn = vi.fn()
    openSignIn({ onSignedIn, returnTo: '/checkout' })
    finishRegistration()
    expect(authDialog.current()).toBeNull()
    showAuthDialog('verify', rosie.email)
    expect(authDialog.current()).toMatchObject({ returnTo: '/checkout' })
    finishSignIn(rosie)
    openSignIn()
    finishSignIn(rosie)
    expect(onSignedIn).toHaveBeenCalledOnce()
  })

  it('does not wait after the member has arrived in another tab', () => {
    const onSignedIn = vi.fn()
    openSignIn({ onSignedIn })
    finishRegistration()
    dropPendingIntent()
    openSignIn()
    finishSignIn(rosie)
    expect(onSignedIn).not.toHaveBeenCalled()
  })

  it('joins a dialog that is open, such as the one after an expired link', () => {
    const onSignedIn = vi.fn()
    showAuthDialog('verify')
    requireSignIn({ onSignedIn, returnTo: '/checkout' })
    expect(authDialog.current()).toMatchObject({ view: 'verify', returnTo: '/checkout' })
    finishSignIn(rosie)
    expect(onSignedIn).toHaveBeenCalledOnce()
  })
})
