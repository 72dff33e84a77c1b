/** Accounts of a running server, through supabase-js and by plain requests. */
import { createClient } from '@supabase/supabase-js'
import { vi } from 'vitest'
import { noSession, type RunningServer } from '../harness.ts'

export const password = 'correct horse battery'
let accounts = 0
export const newAddress = () => {
  accounts += 1
  return `person${accounts}@example.com`
}

export const clientOf = (server: RunningServer, key = server.anonKey) => createClient(server.url, key, noSession)

/** Sends a request without supabase-js. @param init `body` is sent as JSON */
export async function call(
  server: RunningServer,
  method: string,
  path: string,
  init: { body?: unknown; token?: string } = {},
) {
  const response = await fetch(`${server.url}/auth/v1${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: server.anonKey,
      'content-type': 'application/json',
      ...(init.token !== undefined && { authorization: `Bearer ${init.token}` }),
    },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

/** Waits for the newest email and returns its first link. The server sends emails after its response. */
export async function linkTo(server: RunningServer, address: string): Promise<string> {
  const email = await vi.waitFor(async () => {
    const [newest] = await server.mailbox(address)
    if (newest === undefined) throw new Error(`There is no email to ${address}`)
    return newest
  }, 10_000)
  return email.links[0] ?? ''
}

export async function follow(link: string) {
  const response = await fetch(link, { redirect: 'manual' })
  const location = response.headers.get('location') ?? ''
  return { status: response.status, location, fragment: new URLSearchParams(location.split('#')[1]) }
}

/** @returns a confirmed account's tokens */
export async function signedIn(server: RunningServer, email = newAddress()) {
  const created = await clientOf(server, server.serviceKey).auth.admin.createUser({
    email,
    password,
    email_confirm: true,
  })
  if (created.error) throw created.error
  const { data, error } = await clientOf(server).auth.signInWithPassword({ email, password })
  if (error) throw error
  return { email, access: data.session.access_token, refresh: data.session.refresh_token }
}
