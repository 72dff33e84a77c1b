/** Exhausts memory and database with nested and repeated embeds, whose responses multiply. */
import { type Attack, newNetwork, send, type TimedResponse, tally } from './attack.ts'
import { measureVisitorImpact } from './visitor-impact.ts'

const nested = (depth: number): string =>
  depth === 0 ? '*' : depth % 2 === 0 ? `*,products(${nested(depth - 1)})` : `*,shops(${nested(depth - 1)})`
const siblings = (many: number, resource: string) =>
  Array.from({ length: many }, (_, at) => `a${at}:${resource}`).join()

const paths = [
  `/rest/v1/shops?select=${nested(50)}`,
  `/rest/v1/products?select=id,${siblings(300, 'shops(*)')}`,
  // The largest permitted requests.
  `/rest/v1/shops?select=${nested(6)}`,
  `/rest/v1/products?select=*,${siblings(30, 'shops(*)')}`,
  `/rest/v1/products?select=${siblings(900, 'description')}`,
  `/rest/v1/shops?select=id,${siblings(7, 'products(*,shops(*,products(*)))')}`,
  `/rest/v1/shops?select=id,products!inner(shops!inner(products!inner(shops!inner(products!inner(id)))))&name=eq.none`,
]
const megabyte = 1024 * 1024

export const largeEmbeds: Attack = {
  name: 'large embeds',
  tried: 'nested and repeated embeds in bursts of 24',
  async run(server, { isQuick }) {
    const from = newNetwork()
    const responses: TimedResponse[] = []
    const burst = async () => {
      const sent = Array.from({ length: 24 }, (_, at) => send(server, paths[at % paths.length] ?? '', { from }))
      responses.push(...(await Promise.all(sent)))
    }
    const visitorImpact = await measureVisitorImpact(server, { times: 20, pauseMs: 250, burst, isQuick })
    const largest = Math.max(...responses.map(({ text }) => text.length))
    const areKnownErrors = responses
      .filter(({ status }) => status >= 400)
      .every(({ text }) => /^\{"code":"(PGRST100|54000|57014|PT429)","details":/.test(text))
    return {
      isBlocked: !visitorImpact.isLarge && largest <= 10 * megabyte && areKnownErrors,
      outcome: `${tally(responses)}; largest ${(largest / megabyte).toFixed(1)} MB`,
      visitorImpact,
    }
  },
}
