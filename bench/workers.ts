/**
 * What two workers serve on one PostgreSQL, against one: a list of products by the table API and a page. The load generator and PostgreSQL
 * want processors too, and on a small machine would have most of them: so each worker is held to a share of one, which leaves them room.
 * That takes Linux with control groups of version 1 and an administrator; elsewhere the workers take what they get, and it says so.
 */
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { startServer, type TestServer } from '../tests/harness.ts'
import { median, requestsPerSecond } from './load.ts'

const goal = 1.5
const rounds = 5
const roundSeconds = 4
const warmUpSeconds = 10
const calls = [
  ['table call', '/rest/v1/products?select=id,name,price&limit=24'],
  ['page', '/privacy'],
] as const
/** Of one processor, for each worker. */
const share = 0.25
/** In microseconds: short, so that a held worker pauses for no longer than a busy one would. */
const periodMicroseconds = 10_000
const controlGroups = '/sys/fs/cgroup/cpu'
/** Of /proc/PID/stat. */
const ticksPerSecond = 100

export async function workers(): Promise<void> {
  if (!process.env.TEST_POSTGRES_URL) return console.log('no PostgreSQL here: nothing to measure')
  const [one, two] = [await open('1'), await open('2')]
  // Compiling what is run often takes seconds of a whole processor.
  for (const server of [one, two]) for (const [, path] of calls) await rate(server, path, warmUpSeconds)
  const release = hold([...workersOf(one), ...workersOf(two)])
  const held = release ? `each worker held to ${share} of one` : 'the workers not held to a share of them'
  console.log(
    `${availableParallelism()} processors for the server, PostgreSQL and the load generator; ${held}; 16 connections`,
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
      }; the two had ${Math.round(part * 100)} % of the processors`,
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

/** The processes that answer: a leader only hands connections over, and one worker alone has no leader. */
const workersOf = (server: TestServer): string[] => {
  const children = childrenOf(server).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.js'))
  return children.length > 0 ? children : [String(server.process.pid)]
}

/** Gives each process its share of a processor and no more. @returns what ends that once they have gone; undefined where it cannot be done */
function hold(pids: readonly string[]): (() => void) | undefined {
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

/** Of the server's process and those that it started. */
function processorSeconds(server: TestServer): number {
  return [server.process.pid, ...childrenOf(server)].reduce<number>((sum, one) => {
    const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  }, 0)
}
