/** supabase-js, unchanged, against the endpoints. */
import { isAuthApiError, isAuthWeakPasswordError } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AuthWorld, openAuthWorld } from './testing.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await openAuthWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const ada = { email: 'ada@example.com', password: 'correct horse' }
const codeIn = ({ text }: { text: string }) => /code: (\d+)/.exec(text)?.[1] ?? ''

test('an account lives: sign up, confirm, sign in, change, refresh, sign out', async () => {
  const { auth } = world.client()
  const signUp = await auth.signUp({ ...ada, options: { data: { name: 'Ada' } } })
  expect(signUp.error).toBeNull()
  expect(signUp.data.session).toBeNull()
  expect(signUp.data.user?.email).toBe(ada.email)

  const early = await auth.signInWithPassword(ada)
  expect(isAuthApiError(early.error) && [early.error.status, early.error.code, early.error.message]).toEqual([
    400,
    'email_not_confirmed',
    'Email not confirmed',
  ])
  await world.follow((await world.letter(ada.email)).links[0] ?? '')

  const signIn = await auth.signInWithPassword(ada)
  expect(signIn.error).toBeNull()
  expect(signIn.data.user?.user_metadata.name).toBe('Ada')
  const changed = await auth.updateUser({ data: { avatar_url: '/a.svg' } })
  expect(changed.data.user?.user_metadata).toMatchObject({ name: 'Ada', avatar_url: '/a.svg' })
  const refreshed = await auth.refreshSession()
  expect(refreshed.data.session?.refresh_token).not.toBe(signIn.data.session?.refresh_token)
  expect((await auth.getUser()).data.user?.email).toBe(ada.email)
  expect((await auth.getClaims()).data?.claims.email).toBe(ada.email)

  const token = refreshed.data.session?.access_token ?? ''
  expect((await auth.signOut({ scope: 'global' })).error).toBeNull()
  expect((await auth.getSession()).data.session).toBeNull()
  expect((await auth.getUser(token)).error?.name).toBe('AuthSessionMissingError')
  expect((await auth.signOut()).error).toBeNull()
})

test('errors come with the codes that applications look at', async () => {
  const { auth } = world.client()
  const wrong = await auth.signInWithPassword(ada)
  expect(wrong.error?.code).toBe('invalid_credentials')
  const weak = await auth.signUp({ email: ada.email, password: 'x' })
  expect(isAuthWeakPasswordError(weak.error) && weak.error.reasons).toEqual(['length'])
  expect((await auth.verifyOtp({ type: 'signup', email: ada.email, token: '000000' })).error?.code).toBe('otp_expired')
  expect((await auth.setSession({ access_token: 'a.b.c', refresh_token: 'x' })).error).not.toBeNull()
  expect((await auth.refreshSession({ refresh_token: 'x' })).error?.code).toBe('refresh_token_not_found')
})

test('resend, recovery and one-time codes', async () => {
  const { auth } = world.client()
  await auth.signUp(ada)
  expect((await auth.resend({ type: 'signup', email: ada.email })).error?.code).toBe('over_email_send_rate_limit')
  world.pass(61)
  expect((await auth.resend({ type: 'signup', email: ada.email })).error).toBeNull()
  const confirmed = await auth.verifyOtp({
    type: 'signup',
    email: ada.email,
    token: codeIn(await world.letter(ada.email)),
  })
  expect(confirmed.data.session).not.toBeNull()

  expect(
    (await auth.resetPasswordForEmail(ada.email, { redirectTo: 'https://shop.example/settings' })).error,
  ).toBeNull()
  const recovery = new URL((await world.letter(ada.email)).links[0] ?? '')
  const recovered = await auth.verifyOtp({ type: 'recovery', token_hash: recovery.searchParams.get('token') ?? '' })
  expect(recovered.error).toBeNull()
  expect((await auth.updateUser({ password: 'battery staple' })).error).toBeNull()

  world.pass(61)
  expect((await auth.signInWithOtp({ email: ada.email })).error).toBeNull()
  const signedIn = await auth.verifyOtp({
    type: 'email',
    email: ada.email,
    token: codeIn(await world.letter(ada.email)),
  })
  expect(signedIn.data.user?.email).toBe(ada.email)
})

test('PKCE: the code of the link becomes a session only in the client that asked', async () => {
  const asking = world.client(world.anonKey, 'pkce').auth
  await asking.signUp({ ...ada, options: { emailRedirectTo: 'https://shop.example/welcome' } })
  const { location, query } = await world.follow((await world.letter(ada.email)).links[0] ?? '')
  expect(location).toMatch(/^https:\/\/shop\.example\/welcome\?code=/)
  const other = world.client(world.anonKey, 'pkce').auth
  expect((await other.exchangeCodeForSession(query.get('code') ?? '')).error).not.toBeNull()
  const { data, error } = await asking.exchangeCodeForSession(query.get('code') ?? '')
  expect(error).toBeNull()
  expect(data.user?.email).toBe(ada.email)
})

test('a change of address tells the first confirmation from the second', async () => {
  await world.confirmedAccount()
  const { auth } = world.client()
  await auth.signInWithPassword(ada)
  const asked = await auth.updateUser({ email: 'countess@example.com' })
  expect(asked.data.user?.new_email).toBe('countess@example.com')
  const first = await auth.verifyOtp({
    type: 'email_change',
    email: ada.email,
    token: codeIn(await world.letter(ada.email)),
  })
  expect(first).toMatchObject({ data: { user: null, session: null }, error: null })
  const token = codeIn(await world.letter('countess@example.com'))
  const second = await auth.verifyOtp({ type: 'email_change', email: 'countess@example.com', token })
  expect(second.data.user?.email).toBe('countess@example.com')
})

test('two tabs that refresh at once stay signed in', async () => {
  await world.confirmedAccount()
  const { auth } = world.client()
  const { data } = await auth.signInWithPassword(ada)
  const token = data.session?.refresh_token ?? ''
  const tabs = [world.client().auth, world.client().auth]
  const refreshed = await Promise.all(tabs.map((tab) => tab.refreshSession({ refresh_token: token })))
  expect(refreshed.map(({ error }) => error)).toEqual([null, null])
  expect(new Set(refreshed.map(({ data: { session } }) => session?.refresh_token)).size).toBe(1)
})

test('the administrator’s calls', async () => {
  const { admin } = world.client(world.serviceKey).auth
  const created = await admin.createUser({ ...ada, email_confirm: true, user_metadata: { name: 'Ada' } })
  const id = created.data.user?.id ?? ''
  expect(created.error).toBeNull()
  expect((await admin.getUserById(id)).data.user?.email).toBe(ada.email)
  const listed = await admin.listUsers({ page: 1, perPage: 10 })
  expect(listed.data).toMatchObject({ users: [{ id }], total: 1 })
  const updated = await admin.updateUserById(id, { app_metadata: { role: 'moderator' } })
  expect(updated.data.user?.app_metadata.role).toBe('moderator')
  const link = await admin.generateLink({ type: 'magiclink', email: ada.email })
  expect(link.data.properties?.action_link).toContain('/auth/v1/verify?token=')
  expect((await admin.inviteUserByEmail('eve@example.com')).data.user?.email).toBe('eve@example.com')
  const { auth } = world.client()
  const { data } = await auth.signInWithPassword(ada)
  expect((await admin.signOut(data.session?.access_token ?? '', 'global')).error).toBeNull()
  expect((await admin.deleteUser(id)).error).toBeNull()
  expect((await admin.getUserById(id)).error?.code).toBe('user_not_found')
  expect((await world.client().auth.admin.listUsers()).error?.code).toBe('not_admin')
})
