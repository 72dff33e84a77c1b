/** Finds out which addresses have an account, by what is answered and by how long it takes. */
import { randomUUID } from 'node:crypto'
import type { TestServer } from '../harness.ts'
import { type Asked, type Attack, ask, newNetwork, post, separation, signIn } from './attack.ts'

const samples = 12
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

const endpoints: readonly [string, (server: TestServer, email: string, token: string) => Promise<Asked>][] = [
  [
    'one-time code, none made',
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

/** What is told apart from what: the status, and the answer with its ids, times and address taken out. */
const shapeOf = ({ status, text }: Asked): string =>
  `${status} ${text
    .replace(/[\w.+-]+@example\.com/g, 'ADDRESS')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'TIME')}`

export const enumeration: Attack = {
  name: 'who has an account',
  tried: 'sign-up, codes, recovery and a change of address, by answer and by time',
  async run(server) {
    const { token } = await signIn(server)
    const told: string[] = []
    const times: string[] = []
    for (const [name, send] of endpoints) {
      const known: Asked[] = []
      const unknown: Asked[] = []
      for (let sample = 0; sample < samples; sample += 1) {
        const email = await makeAccount(server)
        known.push(await send(server, email, token))
        unknown.push(await send(server, addressOf('nobody'), token))
      }
      const shapes = new Set([...known, ...unknown].map(shapeOf))
      if (shapes.size > 1) told.push(`${name} by its answer`)
      const apart = separation(
        known.map(({ ms }) => ms),
        unknown.map(({ ms }) => ms),
      )
      if (Math.abs(apart - 0.5) > 0.42) told.push(`${name} by its time`)
      times.push(`${name} ${apart.toFixed(2)}`)
    }
    const change = (email: string) =>
      ask(server, '/auth/v1/user', {
        from: newNetwork(),
        token,
        method: 'PUT',
        body: JSON.stringify({ email }),
        headers: { 'content-type': 'application/json' },
      })
    if ((await change(await makeAccount(server))).status !== 200) told.push('a change of address by its answer')
    return {
      held: told.length === 0,
      outcome: `${told.length === 0 ? 'nothing told' : `told: ${told.join(', ')}`} (times, 0.5 says nothing: ${times.join(', ')})`,
    }
  },
}
