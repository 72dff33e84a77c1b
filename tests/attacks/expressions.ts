/** Stalls the database by patterns that take for ever: regular expressions that refer back, and long patterns of one letter. */
import { type Asked, type Attack, ask, newNetwork, signIn, tally } from './attack.ts'
import { besideVisitor } from './beside.ts'

const hostile = encodeURIComponent('(a*)*(.*)*\\1\\2b')
const repeated = (filter: string) => Array.from({ length: 90 }, () => filter).join('&')
const paths = [
  `/rest/v1/products?select=id&${repeated(`description=match.${hostile}`)}`,
  `/rest/v1/products?select=id&or=(id.is.null,description.match.${hostile})`,
  `/rest/v1/shops?select=id,products(id)&products.description=imatch.${hostile}`,
  `/rest/v1/products?select=id&description=match.${encodeURIComponent('((a?){99}){99}b')}`,
  `/rest/v1/products?select=id&description=match.${encodeURIComponent('(?=.*x)(?=.*y)(?=.*z)')}`,
  `/rest/v1/products?select=id&description=like.*${'a'.repeat(2_000)}b*`,
  // As much as is allowed.
  `/rest/v1/products?select=id&${Array.from({ length: 3 }, () => `description=match.${encodeURIComponent('(\\w+|b?){0,50}[ab]9')}`).join('&')}`,
  `/rest/v1/products?select=id&description=ilike.*${'a*'.repeat(400)}`,
]

export const expressions: Attack = {
  name: 'patterns that take for ever',
  tried: 'regular expressions that refer back, and long patterns, in bursts of eight',
  async run(server, { isQuick }) {
    const from = newNetwork()
    const { token } = await signIn(server)
    const visitors: Asked[] = []
    const members: Asked[] = []
    const burst = async () => {
      visitors.push(...(await Promise.all(paths.map((path) => ask(server, path, { from })))))
      members.push(...(await Promise.all(paths.map((path) => ask(server, path, { from, token })))))
    }
    const beside = await besideVisitor(server, { times: 12, pauseMs: 250, burst, isQuick })
    const isRun = ({ status }: Asked) => status === 200
    return {
      // Of eight, a visitor may have the last one run, a member the last two.
      held: !beside.isLarge && visitors.filter(isRun).length <= 12 && members.filter(isRun).length <= 24,
      outcome: `visitors ${tally(visitors)}; members ${tally(members)}`,
      beside,
    }
  },
}
