/** Calls functions that are for the scheduler and the service key only: emails, payments, picture sweeps and imports. */
import { type Attack, createAttempts, newNetwork, send, signIn } from './attack.ts'

const names = ['send-mail', 'settle-payments', 'sweep-pictures', 'import-pictures']

export const serviceFunctions: Attack = {
  name: 'functions for the service key',
  tried: 'calling them without a key, with the public key, as a member, and with a forged token',
  async run(server) {
    const attempts = createAttempts()
    const { token } = await signIn(server)
    const [header = '', , signature = ''] = token.split('.')
    const claims = { role: 'service_role', iss: 'supabase', exp: 4_102_444_800 }
    const forged = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
    const unsigned = [Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url'), forged.split('.')[1], ''].join(
      '.',
    )
    for (const name of names) {
      for (const [who, bearer] of [
        ['no key', undefined],
        ['a visitor', server.anonKey],
        ['a member', token],
        ['a forged token', forged],
        ['an unsigned token', unsigned],
      ] as const) {
        const { status } = await send(server, `/functions/v1/${name}`, {
          from: newNetwork(),
          method: 'POST',
          body: '{}',
          ...(bearer === undefined ? {} : { token: bearer }),
        })
        attempts.record(`${name} by ${who}: ${status}`, status === 401 || status === 403)
      }
      const { status } = await send(server, `/functions/v1/${name}`, {
        from: newNetwork(),
        token: server.serviceKey,
        method: 'POST',
        body: '{}',
      })
      if (status !== 200) throw new Error(`${name} responds to the service key with ${status}`)
    }
    return attempts.result()
  },
}
