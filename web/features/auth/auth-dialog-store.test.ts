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
    const goOn = vi.fn(() => expect(currentAuthDialog()).toBeNull())
    openSignIn({ whenSignedIn: goOn })
    finishSignIn(rosie)
    expect(goOn).toHaveBeenCalledExactlyOnceWith(rosie)
  })

  it('remembers it from one dialog to the next', () => {
    const goOn = vi.fn()
    openSignIn({ whenSignedIn: goOn })
    showAuthDialog('register', rosie.email)
    showAuthDialog('verify', rosie.email)
    finishSignIn(rosie)
    expect(goOn).toHaveBeenCalledOnce()
  })

  it('gives it up when the dialog is closed, and when it is opened anew for something else', () => {
    const goOn = vi.fn()
    openSignIn({ whenSignedIn: goOn })
    closeAuthDialog()
    openSignIn()
    finishSignIn(rosie)
    openSignIn({ whenSignedIn: goOn })
    openSignIn()
    finishSignIn(rosie)
    expect(goOn).not.toHaveBeenCalled()
  })
})
