/** Sign-in, registration, sessions and sign-out. */
export {
  mustReauthenticate,
  passwordNotChanged,
  profileUpdated,
  updateFailure,
  updateUser,
  useChangePassword,
  useDeleteAccount,
  useRequestEmailChange,
  useSignOutElsewhere,
} from './account-actions.ts'
export { tryLater, useSendPasswordReset, useSignOut } from './auth-actions.ts'
export { type Auth, AuthContext, useSession, useUserId, useWhenSignedIn } from './auth-context.ts'
export { openRegister, openSignIn } from './auth-dialog-store.ts'
export { AuthDialogs } from './auth-dialogs.tsx'
export { isRemembered } from './auth-storage.ts'
export { createBrowserAuth } from './browser-auth.ts'
export { LazyReauthenticateDialog } from './lazy-reauthenticate-dialog.tsx'
export { loadBrowserClient } from './load-browser-client.ts'
export { memberContext } from './member-loader.ts'
export { type ExternalProvider, providerName } from './providers.ts'
export { signedInRecently, wrongCode } from './reauthenticate.ts'
export { useMember } from './require-account.tsx'
export {
  createRecoveryCodes,
  useFinishFactor,
  useRemoveFactor,
  useSecondFactors,
  useStartFactor,
} from './second-factor.ts'
export type { SessionStore } from './session-store.ts'
export type { SessionUser } from './session-user.ts'
export {
  inSentence,
  type SignInMethod,
  type SignInMethods,
  useLinkProvider,
  useRemoveSignInMethod,
  useSignInMethods,
} from './sign-in-methods.ts'
export { beforeSignOut } from './sign-out-intent.ts'
export { startAuth } from './start-auth.ts'
export { cleanUrl, readUrlOutcome } from './url-outcome.ts'
export { useWishes } from './wish.ts'
