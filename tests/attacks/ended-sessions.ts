/** Goes on with an access token and signed URLs after their member signed out everywhere. */
import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import type { Database } from '#domain/database.generated'
import { noSession } from '../harness.ts'
import { newBuyer, openShop, orderOf, serviceOf, tokenOf, unwrap } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, withoutSample } from './attack.ts'

/** The longest that a signed URL may be valid, in seconds. */
const tenYears = 10 * 365 * 86_400

export const endedSessions: Attack = {
  name: 'ended sessions',
  tried: 'reading, writing, ordering, uploading and signed URLs after signing out everywhere',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const shop = await openShop(server, 'Crumbs')
    const victim = await newBuyer(server)
    const authorization = `Bearer ${await tokenOf(victim.client)}`
    const thief = createClient<Database>(server.url, server.anonKey, {
      ...noSession,
      global: { headers: { authorization } },
    })
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const pictures = thief.storage.from('profile_images')
    const at = (name: string) => `${victim.id}/${name}.png`
    const upload = (name: string) => pictures.upload(at(name), png, { contentType: 'image/png' })
    const addresses = async () => (await thief.from('user_addresses').select('id')).data?.length ?? 0

    // Everything works while the session lasts. Otherwise the attack would show nothing.
    unwrap(await upload('before'))
    const { signedUrl } = unwrap(await pictures.createSignedUrl(at('before'), tenYears))
    const { token } = unwrap(await pictures.createSignedUploadUrl(at('signed')))
    if ((await addresses()) !== 1 || !(await fetch(signedUrl)).ok) throw new Error('The session did not work')

    unwrap(await victim.client.auth.signOut({ scope: 'global' }).then(({ error }) => ({ data: true, error })))
    attempts.record('an address was read', (await addresses()) === 0)
    const renamed = await thief.from('profiles').update({ name: 'Thief' }).eq('id', victim.id).select('id')
    attempts.record('the profile was changed', (renamed.data ?? []).length === 0)
    attempts.expectRefusal(
      'an order',
      await thief.rpc('place_order', { order: orderOf(victim, [[shop, 1]]), idempotency_key: randomUUID() }),
      '42501 account',
    )
    attempts.record('a picture was uploaded', (await upload('after')).error !== null)
    attempts.record('a signed URL was read', !(await fetch(signedUrl)).ok)
    const signed = await pictures.uploadToSignedUrl(at('signed'), token, png, { contentType: 'image/png' })
    attempts.record('a picture was uploaded by a signed URL', signed.error !== null)
    attempts.record('the member was read', (await thief.auth.getUser()).error !== null)
    attempts.record('the account was deleted', (await thief.rpc('delete_account')).error !== null)
    const kept = await serviceOf(server).auth.admin.getUserById(victim.id)
    attempts.record('the account is gone', kept.data.user !== null)
    return attempts.result()
  },
}
