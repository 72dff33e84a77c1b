import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSigningKeys } from '#backend/signing-keys'
import { type AuthTestContext, openAuthTestContext } from '../testing.ts'

let context: AuthTestContext
beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'first', key_ops: ['sign', 'verify'] }
  context = await openAuthTestContext(await readSigningKeys(JSON.stringify([key])))
  await context.reset()
  await context.confirmedAccount()
})
afterAll(() => context.close())

test('publishes its keys, with which supabase-js verifies an access token itself', async () => {
  const { body, headers } = await context.call('GET', '/.well-known/jwks.json')
  expect(body).toEqual({ keys: [expect.objectContaining({ kid: 'first', kty: 'EC', use: 'sig' })] })
  expect(body.keys[0]).not.toHaveProperty('d')
  expect(headers.get('cache-control')).toBe('public, max-age=600')

  const { auth } = context.client()
  const { data } = await auth.signInWithPassword({ email: 'ada@example.com', password: 'correct horse' })
  await context.query('delete from auth.sessions')
  // The server would refuse: only a client that verified the signature itself returns the claims.
  expect((await auth.getUser()).error).not.toBeNull()
  const token = data.session?.access_token ?? ''
  expect(await auth.getClaims(token)).toMatchObject({ error: null, data: { header: { kid: 'first', alg: 'ES256' } } })
  const forged = token.replace(/\.[^.]*$/, `.${Buffer.alloc(64, 7).toString('base64url')}`)
  expect((await auth.getClaims(forged)).error).not.toBeNull()
})

test('refreshes a session and signs the next access token with its key', async () => {
  const { refresh } = await context.signIn()
  const { status, body } = await context.refresh(refresh)
  expect(status).toBe(200)
  expect(await context.tokens.verify(body.access_token)).toMatchObject({ role: 'authenticated' })
  expect(JSON.parse(Buffer.from(body.access_token.split('.')[0], 'base64url').toString())).toMatchObject({
    kid: 'first',
  })
})
