/** Finds out which addresses have an account, from responses and response times. */
import { randomUUID } from 'node:crypto'
import type { TestServer } from '../harness.ts'
import { type Attack, newNetwork, post, send, separation, signIn, type TimedResponse } from './attack.ts'

/** Three endpoints ask for emails to new accounts, which have 70 an hour. */
const samples = 11
const addressOf = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.com`

async function makeAccount(server: TestServer): Promise<string> {
  const email = addressOf('known')
  await post(
    server,
    '/auth/v1/admin/users',
    { email, password: randomUUID(), email_confirm: true },
    newNetwork(),
    server.serviceKey,
  )
  return email
}

const endpoints: readonly [string, (server: TestServer, email: string, token: string) => Promise<TimedResponse>][] = [
  [
    'one-time code without sign-up',
    (server, email) => post(server, '/auth/v1/otp', { email, create_user: false }, newNetwork()),
  ],
  ['one-time code', (server, email) => post(server, '/auth/v1/otp', { email }, newNetwork())],
  ['recovery', (server, email) => post(server, '/auth/v1/recover', { email }, newNetwork())],
  ['resend', (server, email) => post(server, '/auth/v1/resend', { type: 'signup', email }, newNetwork())],
  [
    'sign-up',
    (server, email) => post(server, '/auth/v1/signup', { email, password: 'correct horse battery' }, newNetwork()),
  ],
  [
    'typed code',
    (server, email) => post(server, '/auth/v1/verify', { type: 'email', email, token: '123456' }, newNetwork()),
  ],
]

/** The comparable part of a response: the status and the text without ids, times and addresses. */
const shapeOf = ({ status, text }: TimedResponse): string =>
  `${status} ${text
    .replace(/[\w.+-]+@example\.com/g, 'ADDRESS')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'TIME')}`

export const accountEnumeration: Attack = {
  name: 'account enumeration',
  tried: 'sign-up, codes, recovery and a change of address, by response and by time',
  async run(server) {
    const { token } = await signIn(server)
    const revealed: string[] = []
    const times: string[] = []
    for (const [name, request] of endpoints) {
      const known: TimedResponse[] = []
      const unknown: TimedResponse[] = []
      for (let sample = 0; sample < samples; sample += 1) {
        const email = await makeAccount(server)
        known.push(await request(server, email, token))
        unknown.push(await request(server, addressOf('nobody'), token))
      }
      const shapes = new Set([...known, ...unknown].map(shapeOf))
      if (shapes.size > 1) revealed.push(`${name} by its response`)
      const apart = separation(
        known.map(({ ms }) => ms),
        unknown.map(({ ms }) => ms),
      )
      if (Math.abs(apart - 0.5) > 0.42) revealed.push(`${name} by its time`)
      times.push(`${name} ${apart.toFixed(2)}`)
    }
    const change = (email: string) =>
      send(server, '/auth/v1/user', {
        from: newNetwork(),
        token,
        method: 'PUT',
        body: JSON.stringify({ email }),
        headers: { 'content-type': 'application/json' },
      })
    if ((await change(await makeAccount(server))).status !== 200) revealed.push('a change of address by its response')
    return {
      isBlocked: revealed.length === 0,
      outcome: `${revealed.length === 0 ? 'nothing revealed' : `revealed: ${revealed.join(', ')}`} (times, 0.5 reveals nothing: ${times.join(', ')})`,
    }
  },
}
