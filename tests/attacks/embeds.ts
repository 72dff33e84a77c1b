/** Takes the server's memory and its database by responses that multiply: embeds in embeds, and side by side. */
import { type Asked, type Attack, ask, newNetwork, tally } from './attack.ts'
import { besideVisitor } from './beside.ts'

const nested = (depth: number): string =>
  depth === 0 ? '*' : depth % 2 === 0 ? `*,products(${nested(depth - 1)})` : `*,shops(${nested(depth - 1)})`
const siblings = (many: number, resource: string) =>
  Array.from({ length: many }, (_, at) => `a${at}:${resource}`).join()

const paths = [
  `/rest/v1/shops?select=${nested(50)}`,
  `/rest/v1/products?select=id,${siblings(300, 'shops(*)')}`,
  // As much as is allowed.
  `/rest/v1/shops?select=${nested(6)}`,
  `/rest/v1/products?select=*,${siblings(30, 'shops(*)')}`,
  `/rest/v1/products?select=${siblings(900, 'description')}`,
  `/rest/v1/shops?select=id,${siblings(7, 'products(*,shops(*,products(*)))')}`,
  `/rest/v1/shops?select=id,products!inner(shops!inner(products!inner(shops!inner(products!inner(id)))))&name=eq.none`,
]
const megabyte = 1024 * 1024

export const embeds: Attack = {
  name: 'embeds that multiply',
  tried: 'nested and repeated embeds in bursts of 24',
  async run(server, { isQuick }) {
    const from = newNetwork()
    const answers: Asked[] = []
    const burst = async () => {
      const asked = Array.from({ length: 24 }, (_, at) => ask(server, paths[at % paths.length] ?? '', { from }))
      answers.push(...(await Promise.all(asked)))
    }
    const beside = await besideVisitor(server, { times: 20, pauseMs: 250, burst, isQuick })
    const largest = Math.max(...answers.map(({ text }) => text.length))
    const isWorded = answers
      .filter(({ status }) => status >= 400)
      .every(({ text }) => /^\{"code":"(PGRST100|54000|57014|PT429)","details":/.test(text))
    return {
      held: !beside.isLarge && largest <= 10 * megabyte && isWorded,
      outcome: `${tally(answers)}; largest ${(largest / megabyte).toFixed(1)} MB`,
      beside,
    }
  },
}
