/**
 * Two workers on one PostgreSQL against one, for a table call and a page. The load generator and PostgreSQL need processors too, so
 * each worker is limited to a share of one. That needs Linux with control groups of version 1 and root. Elsewhere the workers are not
 * limited, and the output says so.
 */
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { startServer, type TestServer } from '../tests/harness.ts'
import { requestsPerSecond } from './load.ts'
import { median } from './traffic/statistics.ts'

const goal = 1.5
const rounds = 5
const roundSeconds = 4
const warmUpSeconds = 10
const calls = [
  ['table call', '/rest/v1/products?select=id,name,price&limit=24'],
  ['page', '/privacy'],
] as const
/** Share of one processor for each worker. */
const share = 0.25
/** In microseconds. A short period keeps the pauses of a limited worker short. */
const periodMicroseconds = 10_000
const controlGroups = '/sys/fs/cgroup/cpu'
/** The unit of times in /proc/PID/stat. */
const ticksPerSecond = 100

export async function workers(): Promise<void> {
  if (!process.env.TEST_POSTGRES_URL) return console.log('skipped: PostgreSQL is not available')
  const [one, two] = [await open('1'), await open('2')]
  // V8 compiles hot code during the warm-up, which takes seconds of a processor.
  for (const server of [one, two]) for (const [, path] of calls) await rate(server, path, warmUpSeconds)
  const release = limitProcessors([...workersOf(one), ...workersOf(two)])
  const limit = release ? `each worker is limited to ${share} of one` : 'the workers are not limited'
  console.log(
    `${availableParallelism()} processors for the server, PostgreSQL and the load generator; ${limit}; 16 connections`,
  )
  for (const [name, path] of calls) {
    const rates: { one: number[]; two: number[] } = { one: [], two: [] }
    let busy = 0
    for (let round = 0; round < rounds; round += 1) {
      rates.one.push(await rate(one, path))
      const before = processorSeconds(two)
      rates.two.push(await rate(two, path))
      busy += processorSeconds(two) - before
    }
    const ratio = median(rates.two) / median(rates.one)
    const part = busy / (rounds * roundSeconds) / availableParallelism()
    console.log(
      `${name.padEnd(12)} one ${median(rates.one)}/s, two ${median(rates.two)}/s: ${ratio.toFixed(2)} times (goal ${goal}) ${
        ratio >= goal ? 'reached' : 'MISSED'
      }; the two used ${Math.round(part * 100)} % of the processors`,
    )
  }
  await Promise.all([one.stop(), two.stop()])
  release?.()
}

const open = (count: string) =>
  startServer({ database: 'postgres', env: { WEB_CONCURRENCY: count, LOG_LEVEL: 'warn', SAMPLE_DATA: '1' } })

const rate = ({ url, anonKey }: TestServer, path: string, seconds = roundSeconds) =>
  requestsPerSecond({ url: url + path, headers: { apikey: anonKey }, seconds })

const childrenOf = ({ process: { pid } }: TestServer): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)

/** The processes that respond. The primary only hands on connections, and a single process has no primary. */
const workersOf = (server: TestServer): string[] => {
  const children = childrenOf(server).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.js'))
  return children.length > 0 ? children : [String(server.process.pid)]
}

/** Limits each process to its share. @returns a function that removes the limits after the processes exit, or undefined if it cannot */
function limitProcessors(pids: readonly string[]): (() => void) | undefined {
  const groups = pids.map((pid) => path.join(controlGroups, `tuckbox-bench-${pid}`))
  try {
    for (const [index, group] of groups.entries()) {
      mkdirSync(group)
      writeFileSync(path.join(group, 'cpu.cfs_period_us'), String(periodMicroseconds))
      writeFileSync(path.join(group, 'cpu.cfs_quota_us'), String(periodMicroseconds * share))
      writeFileSync(path.join(group, 'cgroup.procs'), pids[index] ?? '')
    }
  } catch {
    return undefined
  }
  return () => {
    for (const group of groups) rmdirSync(group)
  }
}

/** Processor time of the server's process and its children. */
function processorSeconds(server: TestServer): number {
  return [server.process.pid, ...childrenOf(server)].reduce<number>((sum, one) => {
    const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  }, 0)
}
