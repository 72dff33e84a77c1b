/** The methods by which a member can sign in: a password, external providers and a phone number. */
import type { UserIdentity } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { memberKeys } from '#keys/member-keys'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { useWrite } from '#platform/use-write.ts'
import { toast } from '#ui/toast'
import { callAuth } from './call-auth.ts'
import { claimOf } from './pending-factor.ts'
import { type ExternalProvider, isExternalProvider, providerName } from './providers.ts'
import type { SessionUser } from './session-user.ts'
import { pagePath, returnUrl } from './wish.ts'
import { withSession } from './with-session.ts'

export const signInMethodsKey = (userId: string) => memberKeys.of(userId, 'sign-in-methods')

export interface SignInMethod {
  readonly id: string
  readonly kind: 'password' | 'phone' | 'provider'
  readonly name: string
  /** The email address or phone number; '' if the provider names none. */
  readonly detail: string
  /** Null for the last method by which the member can sign in. */
  readonly removable: UserIdentity | null
}

/** Its name in the middle of a sentence. */
export const inSentence = ({ kind, name }: SignInMethod) => (kind === 'provider' ? name : name.toLowerCase())

export interface SignInMethods {
  readonly methods: readonly SignInMethod[]
  /** Configured providers that are not linked yet. */
  readonly linkable: readonly ExternalProvider[]
}

export function useSignInMethods(user: SessionUser) {
  const app = useApp()
  return useQuery({
    queryKey: signInMethodsKey(user.id),
    queryFn: async () => {
      const { data } = await withSession(app, (auth) => auth.getUserIdentities())
      return signInMethods(data.identities, user.email, app.config.providers)
    },
  })
}

/** @param configured the providers that this site offers */
export function signInMethods(
  identities: readonly UserIdentity[],
  email: string,
  configured: readonly string[],
): SignInMethods {
  // Nobody signs in by phone here, or with a provider that the site no longer offers.
  const usable = identities.filter(({ provider }) => provider === 'email' || configured.includes(provider))
  const isLast = (identity: UserIdentity) => usable.length === 0 || (usable.length === 1 && usable[0] === identity)
  return {
    methods: identities.map((identity) => ({
      ...described(identity, email),
      id: identity.identity_id,
      removable: isLast(identity) ? null : identity,
    })),
    linkable: configured
      .filter(isExternalProvider)
      .filter((provider) => !identities.some((identity) => identity.provider === provider)),
  }
}

function described({ provider, identity_data: data }: UserIdentity, email: string) {
  if (provider === 'email') return { kind: 'password', name: 'Email and password', detail: email } as const
  if (provider === 'phone')
    return {
      kind: 'phone',
      name: 'Phone number',
      detail: typeof data?.phone === 'string' ? `+${data.phone}` : '',
    } as const
  const name = isExternalProvider(provider) ? providerName(provider) : provider
  return { kind: 'provider', name, detail: typeof data?.email === 'string' ? data.email : '' } as const
}

/** In the tab's storage, because a redirect with an error loses the query. */
const linkingKey = 'tuckbox-linking'

/** The provider that the member left the page for, once. */
export function takeLinking(): ExternalProvider | null {
  const provider = window.sessionStorage.getItem(linkingKey) ?? ''
  window.sessionStorage.removeItem(linkingKey)
  return isExternalProvider(provider) ? provider : null
}

/** Leaves the page for the provider, which returns to it. */
export function useLinkProvider() {
  return useWrite({
    run: async (app, provider: ExternalProvider) => {
      const redirectTo = returnUrl(pagePath(window.location), window.location.origin)
      const options = { redirectTo, skipBrowserRedirect: true }
      const { data } = await withSession(app, (auth) => auth.linkIdentity({ provider, options }))
      return data.url
    },
    onSuccess(url, provider) {
      window.sessionStorage.setItem(linkingKey, provider)
      window.location.assign(url)
    },
    failure: 'shown',
  })
}

/**
 * After linking, the auth service starts a session, which has not passed a second factor. The member has one already, so
 * the new one ends.
 * @returns false if the new session is of another account
 */
export async function keepOwnSession(app: AppContext, { id }: SessionUser, accessToken: string): Promise<boolean> {
  if (claimOf(accessToken, 'sub') !== id) return false
  await callAuth(app, ({ admin }) => admin.signOut(accessToken, 'local')).catch(() => {})
  return true
}

export function useRemoveSignInMethod(userId: string) {
  return useWrite({
    run: async (app, { removable }: SignInMethod) => {
      if (removable === null) throw new Error('The last way to sign in cannot be removed')
      await withSession(app, (auth) => auth.unlinkIdentity(removable))
      // The stored session still lists the identity.
      await callAuth(app, (auth) => auth.refreshSession())
    },
    onSuccess: (_data, { name }) => toast({ title: `${name} removed` }),
    failure: 'shown',
    invalidates: [signInMethodsKey(userId)],
  })
}
