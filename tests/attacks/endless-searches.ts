/** Spends the processor on pages that no cache has: searches of repeated words, more at once than are rendered. */
import { type Attack, newNetwork, send, type TimedResponse, tally } from './attack.ts'
import { measureVisitorImpact } from './visitor-impact.ts'

const words = ['a', 'in', 'no', 'nut', 'nutts,', 'any kind of', 'not a', 'cake']
const atOnce = 250
const search = (n: number) => `/search?q=${encodeURIComponent(`${words[n % words.length]} ${n} `.repeat(40))}`

export const endlessSearches: Attack = {
  name: 'endless searches',
  tried: `searches of repeated words in bursts of ${atOnce}`,
  async run(server, { isQuick }) {
    const from = newNetwork()
    const responses: TimedResponse[] = []
    const burst = async () => {
      const sent = Array.from({ length: atOnce }, (_, n) => send(server, search(responses.length + n), { from }))
      responses.push(...(await Promise.all(sent)))
    }
    const visitorImpact = await measureVisitorImpact(server, { times: 10, pauseMs: 100, burst, isQuick })
    const refused = responses.filter(({ status }) => status === 429)
    return {
      isBlocked:
        !visitorImpact.isLarge &&
        refused.length > 0 &&
        refused.every(({ headers }) => Number(headers.get('retry-after')) > 0) &&
        // 503: the network has used its share of database time.
        responses.every(({ status }) => [200, 429, 503].includes(status)),
      outcome: tally(responses),
      visitorImpact,
    }
  },
}
