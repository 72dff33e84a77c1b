/** Reauthentication before irreversible actions: replaces the session by a fresh one. */
import type { AuthError } from '@supabase/supabase-js'
import type { AppContext, Backend } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { serverMessage } from './auth-error.ts'
import { callAuth } from './call-auth.ts'

/** Whether the last sign-in is recent enough for the server. */
export async function signedInRecently(app: AppContext): Promise<boolean> {
  return unwrap(await (await app.supabase()).rpc('signed_in_recently'))
}

/** @returns the error message, or null */
export function reauthenticateByPassword(app: AppContext, email: string, password: string): Promise<string | null> {
  return replaceSession(app, 'Current password is not correct.', (auth) => auth.signInWithPassword({ email, password }))
}

/** @returns the error message, or null */
export async function sendReauthenticationCode(app: AppContext, email: string): Promise<string | null> {
  const options = { shouldCreateUser: false }
  const { error } = await callAuth(app, (auth) => auth.signInWithOtp({ email, options }))
  return error && (serverMessage(error) ?? 'Please try again later')
}

/** @param code from the email. @returns the error message, or null */
export function reauthenticateByCode(app: AppContext, email: string, code: string): Promise<string | null> {
  return replaceSession(app, 'That code is not correct. Please enter the code from our latest email.', (auth) =>
    auth.verifyOtp({ email, token: code, type: 'email' }),
  )
}

async function replaceSession(
  app: AppContext,
  refusal: string,
  signIn: (auth: Backend['auth']) => Promise<{ error: AuthError | null }>,
): Promise<string | null> {
  const { error } = await callAuth(app, async (auth) => {
    const before = (await auth.getSession()).data.session?.access_token
    const result = await signIn(auth)
    // Ends the replaced session, which would count as another device. A failure does no harm.
    if (!result.error && before !== undefined) await auth.admin.signOut(before, 'local')
    return result
  })
  if (!error) return null
  const isWrong = error.code === 'invalid_credentials' || error.code === 'otp_expired'
  return isWrong ? refusal : (serverMessage(error) ?? 'Please try again later')
}
