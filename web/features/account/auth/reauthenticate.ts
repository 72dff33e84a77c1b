/** Reauthentication before irreversible actions: replaces the session by a fresh one. */
import type { AuthError } from '@supabase/supabase-js'
import type { AppContext, Backend } from '#platform/app-context.ts'
import { MessageError } from '#platform/message-for.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { callAuth, isAuthRefusal } from './call-auth.ts'
import { enterFactorCode } from './second-factor.ts'

export const wrongCode = 'That code is not correct. Please enter the code from our latest email.'

/** Whether the last sign-in is recent enough for the server. */
export function signedInRecently(app: AppContext): Promise<boolean> {
  return read(app, (client) => client.rpc('signed_in_recently'))
}

export type Proof = { password: string } | { code: string } | { factorCode: string }

export function useReauthenticate(email: string) {
  return useWrite({ run: (app, proof: Proof) => reauthenticate(app, email, proof), failure: 'shown' })
}

/** @throws MessageError for a wrong password or code */
export function reauthenticate(app: AppContext, email: string, proof: Proof): Promise<unknown> {
  // A new session would have to pass the second factor, too. Its code is a fresh proof by itself.
  if ('factorCode' in proof) return enterFactorCode(app, proof.factorCode)
  return 'password' in proof
    ? replaceSession(app, 'Current password is not correct.', (auth) =>
        auth.signInWithPassword({ email, password: proof.password }),
      )
    : replaceSession(app, wrongCode, (auth) => auth.verifyOtp({ email, token: proof.code, type: 'email' }))
}

export function useSendCode(email: string) {
  return useWrite({
    run: (app) => callAuth(app, (auth) => auth.signInWithOtp({ email, options: { shouldCreateUser: false } })),
    failure: 'shown',
  })
}

async function replaceSession(
  app: AppContext,
  refusal: string,
  signIn: (auth: Backend['auth']) => Promise<{ error: AuthError | null }>,
): Promise<void> {
  try {
    await callAuth(app, async (auth) => {
      const before = (await auth.getSession()).data.session?.access_token
      const result = await signIn(auth)
      // Ends the replaced session, which would count as another device. A failure does no harm.
      if (!result.error && before !== undefined) await auth.admin.signOut(before, 'local')
      return result
    })
  } catch (error) {
    const isWrong = isAuthRefusal(error, 'invalid_credentials', 'otp_expired')
    throw isWrong ? new MessageError(refusal, { cause: error }) : error
  }
}
