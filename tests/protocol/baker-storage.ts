/** A baker's storage with supabase-js, and photographs to store. */
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { createTokens } from '#backend/tokens'
import { jwtSecret, noSession, type RunningServer } from '../harness.ts'

export const baker = '33333333-3333-4333-8333-333333333333'

export async function storageOf(server: RunningServer, sub?: string) {
  const exp = Math.floor(Date.now() / 1000) + 3600
  const token = sub && (await createTokens(jwtSecret).sign({ sub, role: 'authenticated', aud: 'authenticated', exp }))
  return createClient(server.url, server.anonKey, {
    ...noSession,
    global: { headers: token ? { Authorization: `Bearer ${token}` } : {} },
  }).storage
}

/** A JPEG of noise, which does not compress, so it is as large as a photograph. */
export async function photo(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = sharp({ create: { width, height, channels: 3, background: '#a34', noise } })
  return Buffer.from(await picture.jpeg({ quality: 90 }).toBuffer())
}
