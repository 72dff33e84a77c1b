/** Finds out who has an account from the response time to a wrong password. */
import { randomUUID } from 'node:crypto'
import { type Attack, newNetwork, post, separation } from './attack.ts'

const samples = 40

export const passwordTiming: Attack = {
  name: 'password timing',
  tried: 'response times of wrong passwords for known and unknown addresses',
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
      isBlocked: Math.abs(apart - 0.5) < 0.3,
      outcome: `times of ${samples} each: ${apart.toFixed(2)} (0.5 reveals nothing)`,
    }
  },
}
