/**
 * What two workers serve on one PostgreSQL, against one: a list of products by the table API and a page. The load generator and PostgreSQL
 * want processors too: where there are only two, the processor time that an answer costs says what more processors would bring.
 */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { startServer, type TestServer } from '../tests/harness.ts'
import { median, requestsPerSecond } from './load.ts'

const goal = 1.5
const rounds = 3
const seconds = 3
/** Of /proc/PID/stat. */
const ticksPerSecond = 100

export async function workers(): Promise<void> {
  if (!process.env.TEST_POSTGRES_URL) return console.log('no PostgreSQL here: nothing to measure')
  const [one, two] = [await open('1'), await open('2')]
  console.log(`${availableParallelism()} processors for the server, PostgreSQL and the load generator; 16 connections`)
  for (const [name, path] of [
    ['table call', '/rest/v1/products?select=id,name,price&limit=24'],
    ['page', '/privacy'],
  ] as const) {
    const rates: { one: number[]; two: number[] } = { one: [], two: [] }
    let busy = 0
    for (let round = 0; round < rounds; round += 1) {
      rates.one.push(await rate(one, path))
      const before = processorSeconds(two)
      rates.two.push(await rate(two, path))
      busy += processorSeconds(two) - before
    }
    const ratio = median(rates.two) / median(rates.one)
    const share = busy / (rounds * seconds) / availableParallelism()
    console.log(
      `${name.padEnd(12)} one ${median(rates.one)}/s, two ${median(rates.two)}/s: ${ratio.toFixed(2)} times (goal ${goal}) ${
        ratio >= goal ? 'reached' : 'MISSED'
      }; the two had ${Math.round(share * 100)} % of the processors`,
    )
  }
  await Promise.all([one.stop(), two.stop()])
}

const open = (count: string) =>
  startServer({ database: 'postgres', env: { WEB_CONCURRENCY: count, LOG_LEVEL: 'warn', SAMPLE_DATA: '1' } })

const rate = ({ url, anonKey }: TestServer, path: string) =>
  requestsPerSecond({ url: url + path, headers: { apikey: anonKey }, seconds })

/** Of the server's process and those that it started. */
function processorSeconds({ process: { pid } }: TestServer): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return [pid, ...children].reduce<number>((sum, one) => {
    const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  }, 0)
}
