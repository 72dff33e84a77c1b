/** Finds out who has an account by how long a wrong password takes. */
import { randomUUID } from 'node:crypto'
import { type Attack, newNetwork, post, separation } from './attack.ts'

const samples = 40

export const passwordTiming: Attack = {
  name: 'who has a password, by time',
  tried: 'wrong passwords for known and unknown addresses, by time',
  async run(server) {
    const time = async (email: string) =>
      (await post(server, '/auth/v1/token?grant_type=password', { email, password: 'wrong horse' }, newNetwork())).ms
    for (let warm = 0; warm < 4; warm += 1) await time(`warm-${warm}@example.com`)
    const known: number[] = []
    const unknown: number[] = []
    for (let sample = 0; sample < samples; sample += 1) {
      known.push(await time('buyer@tuckbox.test'))
      unknown.push(await time(`${randomUUID()}@example.com`))
    }
    const apart = separation(known, unknown)
    return {
      held: Math.abs(apart - 0.5) < 0.3,
      outcome: `times of ${samples} each: ${apart.toFixed(2)} (0.5 says nothing)`,
    }
  },
}
