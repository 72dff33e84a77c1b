/** Exporting and deleting an account over HTTP: who may, the content of the zip, and the deletion of stored pictures. */
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt, SignJWT } from 'jose'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { Database } from '#domain/database.generated'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { jwtSecret, noSession, type RunningServer } from '../harness.ts'
import { sharedServer } from '../shared-server.ts'
import { unzip } from '../unzip.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

const password = 'proving-dough-at-dawn'

interface Member {
  readonly id: string
  readonly email: string
  readonly client: SupabaseClient<Database>
  readonly token: string
}

describe('Exporting and deleting an account', () => {
  let server: RunningServer
  let service: SupabaseClient<Database>
  let ann: Member
  let ben: Member
  let picture: Buffer
  /** Files of Ann's pictures. */
  let stored: string[]
  beforeAll(async () => {
    picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    server = await sharedServer()
    service = createClient<Database>(server.url, server.serviceKey, noSession)
    ann = await newMember('ann')
    ben = await newMember('ben')
    await addData(ben)
    const before = storedFiles()
    await addData(ann)
    stored = storedFiles().filter((file) => !before.includes(file))
  })

  async function newMember(name: string, email = `${randomUUID()}@example.com`): Promise<Member> {
    const made = await service.auth.admin.createUser({ email, password, email_confirm: true, user_metadata: { name } })
    const client = createClient<Database>(server.url, server.anonKey, noSession)
    const { data } = await client.auth.signInWithPassword({ email, password })
    return { id: made.data.user?.id ?? '', email, client, token: data.session?.access_token ?? '' }
  }

  /** Inserts two pages of notifications, a shop with a product, and pictures in two buckets. */
  async function addData({ id, client }: Member): Promise<void> {
    const notifications = Array.from({ length: 501 }, (_, n) => ({
      user_id: id,
      type: 'system',
      title: `Notification ${n}`,
      message: 'x',
    }))
    await service.from('notifications').insert(notifications).throwOnError()
    const shop = {
      name: `Shop ${id.slice(0, 6)}`,
      slug: `shop-${id.slice(0, 6)}`,
      description: 'Good things, made at home.',
    }
    const created = await client
      .from('shops')
      .insert({ ...shop, category: 'Cakes' })
      .select('id')
      .single()
      .throwOnError()
    await client.rpc('accept_seller_terms', { version: sellerTermsVersion }).throwOnError()
    const bun = await client
      .from('products')
      .insert({ shop_id: created.data.id, name: 'Bun', price: 2 })
      .select('id')
      .single()
      .throwOnError()
    const flour = await client
      .from('shop_ingredients')
      .insert({ shop_id: created.data.id, name: 'Flour', unit: 'g', pack_size: 1500, pack_price: 1.45 })
      .select('id')
      .single()
      .throwOnError()
    const ingredients = [{ ingredient_id: flour.data.id, quantity: 300 }]
    await client.rpc('save_recipe', { recipe: { product_id: bun.data.id, portions: 12, ingredients } }).throwOnError()
    const line = { product_id: crypto.randomUUID(), quantity: 2, snapshot: { name: 'Bun' } }
    await client.from('basket_lines').insert(line).throwOnError()
    await client
      .from('household_people')
      .insert({ name: 'My daughter', avoid_traces: ['nuts'] })
      .throwOnError()
    const file = new Blob([Uint8Array.from(picture)], { type: 'image/png' })
    for (const bucket of ['profile_images', 'shop_images']) {
      const { error } = await client.storage.from(bucket).upload(`${id}/a/picture.png`, file)
      if (error) throw error
    }
  }

  const download = (token: string) =>
    fetch(`${server.url}/functions/v1/export-account`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ token }),
    })
  /** A token of a session that began eleven minutes ago and was refreshed since. */
  async function agedToken(token: string): Promise<string> {
    const { amr: _, ...claims } = decodeJwt(token)
    const signedInAt = Math.floor(Date.now() / 1000) - 660
    return new SignJWT({ ...claims, amr: [{ method: 'password', timestamp: signedInAt }] })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(new TextEncoder().encode(jwtSecret))
  }
  const asToken = (token: string) =>
    createClient<Database>(server.url, server.anonKey, {
      ...noSession,
      global: { headers: { authorization: `Bearer ${token}` } },
    })
  const storedFiles = () =>
    readdirSync(path.join(server.dataDir, 'storage'), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ name }) => name)

  it('gives a member all their data and nobody else’s', async () => {
    const response = await download(ann.token)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = unzip(Buffer.from(await response.arrayBuffer()))
    const listed = z.array(z.looseObject({ id: z.string().optional() }))
    const rows = (name: string) => listed.parse(JSON.parse(files.get(`${name}.json`)?.toString() ?? ''))
    expect(new Set(rows('notifications').map(({ id }) => id)).size).toBe(501)
    expect(rows('profile')).toMatchObject([{ id: ann.id, name: 'ann' }])
    expect(rows('products')).toMatchObject([
      { name: 'Bun', price: 2, recipes: { portions: 12, recipe_ingredients: [{ quantity: 300 }] } },
    ])
    expect(rows('shop')).toMatchObject([{ user_id: ann.id, shop_ingredients: [{ name: 'Flour', pack_price: 1.45 }] }])
    expect(rows('basket')).toMatchObject([{ user_id: ann.id, quantity: 2 }])
    expect(rows('household')).toMatchObject([{ user_id: ann.id, name: 'My daughter', avoid_traces: ['nuts'] }])
    expect(rows('orders')).toEqual([])
    for (const bucket of ['profile_images', 'shop_images'])
      expect(files.get(`pictures/${bucket}/a/picture.png`)).toEqual(picture)
    const all = Buffer.concat([...files.values()]).toString()
    expect([all.includes(ann.id), all.includes(ben.id), all.includes('encrypted_password')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is refused to a session that signed in more than ten minutes ago', async () => {
    const old = await agedToken(ann.token)
    for (const token of [old, `${ann.token}x`, server.anonKey, 'x']) {
      const response = await download(token)
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        `${server.url}/settings/security?export=failed`,
      ])
    }
    expect((await download('')).status).toBe(400)
    const { error, status } = await asToken(old).rpc('delete_account')
    expect([status, error?.hint]).toEqual([403, 'reauthenticate'])
    expect((await createClient<Database>(server.url, server.anonKey, noSession).rpc('delete_account')).status).toBe(401)
    // Refreshing a token does not renew its proof of sign-in.
    const { data } = await ann.client.auth.refreshSession()
    expect(decodeJwt(data.session?.access_token ?? '').amr).toEqual(decodeJwt(ann.token).amr)
  })

  it('deletes a member’s data and stored pictures, and confirms it by email', async () => {
    expect(stored).toHaveLength(2)
    expect((await ann.client.rpc('delete_account')).error).toBeNull()
    await vi.waitUntil(() => !storedFiles().some((file) => stored.includes(file)), 20_000)
    const gone = await service.storage.from('profile_images').download(`${ann.id}/a/picture.png`)
    expect(gone.error).not.toBeNull()
    expect((await ann.client.auth.refreshSession()).error?.status).toBe(400)
    expect((await ann.client.auth.signInWithPassword({ email: ann.email, password })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await service.from('shops').select('status').eq('user_id', ben.id).single()).data?.status).toBe('active')
    await vi.waitUntil(async () => (await server.mailbox(ann.email)).length === 1, 20_000)
    expect((await server.mailbox(ann.email))[0]?.subject).toContain('account has been deleted')
    const queued = async () => (await service.from('outbox').select('id').eq('recipient', ann.email)).data?.length
    await vi.waitUntil(async () => (await queued()) === 0, 20_000)
    // The address is free for a new account.
    await newMember('ann', ann.email)
  })
})
