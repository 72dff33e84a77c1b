/** Stalls the database with slow patterns: regular expressions with back references, and long patterns of one letter. */
import { type Attack, newNetwork, send, signIn, type TimedResponse, tally } from './attack.ts'
import { measureVisitorImpact } from './visitor-impact.ts'

const hostile = encodeURIComponent('(a*)*(.*)*\\1\\2b')
const repeated = (filter: string) => Array.from({ length: 90 }, () => filter).join('&')
const paths = [
  `/rest/v1/products?select=id&${repeated(`description=match.${hostile}`)}`,
  `/rest/v1/products?select=id&or=(id.is.null,description.match.${hostile})`,
  `/rest/v1/shops?select=id,products(id)&products.description=imatch.${hostile}`,
  `/rest/v1/products?select=id&description=match.${encodeURIComponent('((a?){99}){99}b')}`,
  `/rest/v1/products?select=id&description=match.${encodeURIComponent('(?=.*x)(?=.*y)(?=.*z)')}`,
  `/rest/v1/products?select=id&description=like.*${'a'.repeat(2_000)}b*`,
  // The largest permitted requests.
  `/rest/v1/products?select=id&${Array.from({ length: 3 }, () => `description=match.${encodeURIComponent('(\\w+|b?){0,50}[ab]9')}`).join('&')}`,
  `/rest/v1/products?select=id&description=ilike.*${'a*'.repeat(400)}`,
]

export const slowPatterns: Attack = {
  name: 'slow patterns',
  tried: 'regular expressions with back references, and long patterns, in bursts of eight',
  async run(server, { isQuick }) {
    const from = newNetwork()
    const { token } = await signIn(server)
    const visitors: TimedResponse[] = []
    const members: TimedResponse[] = []
    const burst = async () => {
      visitors.push(...(await Promise.all(paths.map((path) => send(server, path, { from })))))
      members.push(...(await Promise.all(paths.map((path) => send(server, path, { from, token })))))
    }
    const visitorImpact = await measureVisitorImpact(server, { times: 12, pauseMs: 250, burst, isQuick })
    const isExecuted = ({ status }: TimedResponse) => status === 200
    return {
      // In each burst a visitor may run the last of the eight patterns, a member the last two.
      isBlocked:
        !visitorImpact.isLarge &&
        visitors.filter(isExecuted).length <= visitors.length / paths.length &&
        members.filter(isExecuted).length <= (2 * members.length) / paths.length,
      outcome: `visitors ${tally(visitors)}; members ${tally(members)}`,
      visitorImpact,
    }
  },
}
