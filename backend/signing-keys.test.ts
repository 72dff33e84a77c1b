import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createKeys } from './keys.ts'
import { readProject } from './project.ts'
import { readSigningKeys } from './signing-keys.ts'
import { createTokens } from './tokens.ts'

const secret = 'a secret of the tests, of thirty-two characters at least'
const inAnHour = Math.floor(Date.now() / 1000) + 3600
const claims = { sub: 'ann', role: 'authenticated', exp: inAnHour }

async function newKey(alg: 'ES256' | 'RS256' = 'ES256', kid: string | undefined = undefined) {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg, use: 'sig', key_ops: ['sign', 'verify'], ext: true }
  return kid === undefined ? jwk : { ...jwk, kid }
}
const { d: _, ...publicPart } = await newKey('ES256', 'public')
const read = (...keys: object[]) => readSigningKeys(JSON.stringify(keys))
const tokensOf = async (...keys: object[]) => createTokens(secret, await read(...keys))

test.each(['ES256', 'RS256'] as const)('access tokens are signed with a key for %s and name it', async (alg) => {
  const tokens = await tokensOf(await newKey(alg, 'first'))
  const token = await tokens.signAccess(claims)
  expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toEqual({
    alg,
    kid: 'first',
    typ: 'JWT',
  })
  expect(await tokens.verify(token)).toEqual(claims)
})

test('the published keys have no private part, and an identifier even when the file gives none', async () => {
  const [elliptic, rsa] = (await tokensOf(await newKey(), await newKey('RS256', 'second'))).publicKeys
  expect(elliptic).toEqual({
    kty: 'EC',
    crv: 'P-256',
    x: expect.any(String),
    y: expect.any(String),
    kid: expect.stringMatching(/^[\w-]{43}$/),
    alg: 'ES256',
    use: 'sig',
    key_ops: ['verify'],
  })
  expect(Object.keys(rsa ?? {}).sort()).toEqual(['alg', 'e', 'key_ops', 'kid', 'kty', 'n', 'use'])
})

test('after a rotation the old key verifies until it is removed, and the new one signs', async () => {
  const [old, next] = [await newKey('ES256', 'old'), await newKey('ES256', 'next')]
  const token = await (await tokensOf(old)).signAccess(claims)
  const { d: __, ...retired } = old
  for (const remaining of [old, { ...old, key_ops: ['verify'] }, { ...retired, key_ops: ['verify'] }]) {
    const rotated = await tokensOf(next, remaining)
    expect(await rotated.verify(token)).toEqual(claims)
    expect(await (await tokensOf(next)).verify(await rotated.signAccess(claims))).toEqual(claims)
  }
  await expect((await tokensOf(next)).verify(token)).rejects.toMatchObject({ reason: 'signature' })
})

test('tokens that the secret signed before stay valid, and the API keys stay the same', async () => {
  const [before, after] = [createTokens(secret), await tokensOf(await newKey())]
  expect(await after.verify(await before.signAccess(claims))).toEqual(claims)
  expect(await createKeys(after)).toEqual(await createKeys(before))
})

test('tokens signed by somebody else are refused, whatever they name', async () => {
  const key = await newKey('ES256', 'ours')
  const tokens = await tokensOf(key, await newKey('RS256', 'other'))
  const foreign = await generateKeyPair('ES256')
  const unsigned = [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const [published] = tokens.publicKeys
  const forged = [
    `${unsigned.join('.')}.`,
    await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'ours' }).sign(foreign.privateKey),
    await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(foreign.privateKey),
    await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'theirs' }).sign(foreign.privateKey),
    // The public key as the secret of HS256.
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'ours' })
      .sign(new TextEncoder().encode(JSON.stringify(published))),
    // A key that the token brings along.
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(foreign.publicKey) })
      .sign(foreign.privateKey),
  ]
  for (const token of forged) await expect(tokens.verify(token)).rejects.toMatchObject({ name: 'TokenError' })
})

test('without keys of its own an instance refuses every asymmetric token', async () => {
  const token = await (await tokensOf(await newKey())).signAccess(claims)
  await expect(createTokens(secret).verify(token)).rejects.toMatchObject({ reason: 'signature' })
})

test.each<[name: string, text: string, message: string]>([
  ['text', 'not a list', 'not JSON'],
  ['an empty list', '[]', 'Too small'],
  ['a single key', '{}', 'expected array'],
  ['a symmetric key', '[{"kty":"oct","alg":"HS256","k":"c2VjcmV0"}]', 'kty'],
  ['an incomplete key', '[{"kty":"EC","alg":"ES256","crv":"P-256","x":"AA","d":"c2VjcmV0"}]', 'not valid'],
  ['only public keys', JSON.stringify([publicPart]), 'no key has a private part'],
  ['the same kid twice', JSON.stringify([await newKey('ES256', 'a'), await newKey('ES256', 'a')]), 'the same kid'],
])('%s is refused with a message that holds nothing of a key', async (_name, text, message) => {
  const refused = await readSigningKeys(text).catch((error: Error) => error)
  expect(refused).toMatchObject({ name: 'SigningKeysError', message: expect.stringContaining(message) })
  expect(String(refused)).not.toContain('c2VjcmV0')
})

test('config.toml names the file, relative to its own folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'signing-keys-'))
  try {
    await writeFile(path.join(folder, 'config.toml'), '[auth]\nsigning_keys_path = "./keys.json"\n')
    await expect(readProject(folder, {})).rejects.toThrow('The signing keys cannot be read')
    await writeFile(path.join(folder, 'keys.json'), '[]')
    await expect(readProject(folder, {})).rejects.toThrow('cannot be used: ')
    await writeFile(path.join(folder, 'keys.json'), JSON.stringify([await newKey('ES256', 'first')]))
    expect((await readProject(folder, {})).signingKeys?.current.kid).toBe('first')
  } finally {
    await rm(folder, { recursive: true })
  }
})
