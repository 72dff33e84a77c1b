import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeAuthDialog, currentAuthDialog, finishSignIn, openSignIn, showAuthDialog } from './auth-dialog-store.ts'

const rosie = { id: '1', name: 'Rosie', email: 'rosie@example.com', avatarUrl: null }

beforeEach(() => vi.stubGlobal('document', { activeElement: null }))
afterEach(() => {
  closeAuthDialog()
  vi.unstubAllGlobals()
})

describe('signing in to go on with something', () => {
  it('goes on as the new user, after the dialog has closed', () => {
    const onSignedIn = vi.fn(() => expect(currentAuthDialog()).toBeNull())
    openSignIn({ onSignedIn })
    finishSignIn(rosie)
    expect(onSignedIn).toHaveBeenCalledExactlyOnceWith(rosie)
  })

  it('remembers it from one dialog to the next', () => {
    const onSignedIn = vi.fn()
    openSignIn({ onSignedIn })
    showAuthDialog('register', rosie.email)
    showAuthDialog('verify', rosie.email)
    finishSignIn(rosie)
    expect(onSignedIn).toHaveBeenCalledOnce()
  })

  it('gives it up when the dialog is closed, and when it is opened anew for something else', () => {
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
})
