/** What the processes of a server and the machine use, from Linux's /proc and the server's own metrics. */
import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Numbers are null where the server did not respond, or a process has just ended. */
export interface Sample {
  /** Since the start of the load. */
  readonly seconds: number
  /** Resident memory of the server's processes. */
  readonly residentMegabytes: number
  readonly heapMegabytes: number | null
  /** Open descriptors of the server's processes. */
  readonly descriptors: number
  /** Those that are sockets: connections that are kept come and go. */
  readonly socketDescriptors: number
  readonly eventLoopP50Ms: number | null
  readonly eventLoopP99Ms: number | null
  readonly sockets: number | null
  readonly waitingStatements: number | null
  /** Processor time since the last sample, in processors. */
  readonly serverProcessors: number
  readonly generatorProcessors: number
  /** All PostgreSQL of the machine. */
  readonly databaseProcessors: number
  readonly machineProcessors: number
}

/** What programs that have nothing to do with the benchmark took. On a busy machine no time holds. */
export const othersOf = ({
  serverProcessors,
  generatorProcessors,
  databaseProcessors,
  machineProcessors,
}: Pick<Sample, 'serverProcessors' | 'generatorProcessors' | 'databaseProcessors' | 'machineProcessors'>): number =>
  Math.max(0, machineProcessors - serverProcessors - generatorProcessors - databaseProcessors)

export interface Sampler {
  sample(): Promise<Sample>
}

interface Watched {
  readonly url: string
  readonly serverPid: number
  readonly generatorPid: number
}

/** The unit of times in /proc. */
const ticksPerSecond = 100
const metricsTimeoutMs = 4_000

export function createSampler({ url, serverPid, generatorPid }: Watched): Sampler {
  const startMs = performance.now()
  const used = () => ({
    atMs: performance.now(),
    server: secondsOf(treeOf(serverPid)),
    generator: secondsOf([generatorPid]),
    database: secondsOf(postgresPids()),
    machine: machineSeconds(),
  })
  let last = used()
  return {
    async sample() {
      const metrics = await readMetrics(url)
      const now = used()
      const since = (now.atMs - last.atMs) / 1000
      const share = (kind: 'server' | 'generator' | 'database' | 'machine') =>
        Math.max(0, now[kind] - last[kind]) / since
      const pids = treeOf(serverPid)
      const links = pids.flatMap(descriptorsOf)
      const sample: Sample = {
        seconds: (now.atMs - startMs) / 1000,
        residentMegabytes: residentMegabytes(pids),
        heapMegabytes: scaled(metrics.get('nodejs_heap_size_used_bytes'), 1 / 1024 / 1024),
        descriptors: links.length,
        socketDescriptors: links.filter((link) => link.startsWith('socket:')).length,
        eventLoopP50Ms: scaled(metrics.get('nodejs_eventloop_lag_p50_seconds'), 1000),
        eventLoopP99Ms: scaled(metrics.get('nodejs_eventloop_lag_p99_seconds'), 1000),
        sockets: metrics.get('realtime_sockets') ?? null,
        waitingStatements: metrics.get('database_statements_waiting') ?? null,
        serverProcessors: share('server'),
        generatorProcessors: share('generator'),
        databaseProcessors: share('database'),
        machineProcessors: share('machine'),
      }
      last = now
      return sample
    },
  }
}

/** Takes a sample at fixed intervals, but no two at a time. */
export function sampleEvery(seconds: number, sampler: Sampler): { taken: readonly Sample[]; stop(): Promise<void> } {
  const taken: Sample[] = []
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= sampler.sample().then((sample) => {
      taken.push(sample)
      running = undefined
    })
  }, seconds * 1000)
  return {
    taken,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

const scaled = (value: number | undefined, factor: number) => (value === undefined ? null : value * factor)

/** Metrics without labels, in Prometheus's text format. */
export function parseMetrics(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, name, value] = /^([a-z_0-9]+) ([-+.\deE]+|NaN)$/.exec(line) ?? []
    if (name !== undefined) found.set(name, Number(value))
  }
  return found
}

async function readMetrics(url: string): Promise<Map<string, number>> {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(metricsTimeoutMs) })
    return parseMetrics(response.ok ? await response.text() : '')
  } catch {
    return new Map()
  }
}

/** A process and all that it started. Each thread has its own list of children. */
export function treeOf(pid: number): number[] {
  const children = list(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' '),
  )
  return [pid, ...children.filter(Boolean).map(Number).flatMap(treeOf)]
}

/** Of one process, in whole megabytes. */
export function residentMegabytesOf({ pid = 0 }: ChildProcess): number {
  const megabytes = Math.round(residentMegabytes([pid]))
  if (megabytes === 0) throw new Error(`Process ${pid} has ended, or this is not Linux.`)
  return megabytes
}

const residentMegabytes = (pids: readonly number[]): number =>
  pids.reduce((total, pid) => total + Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0), 0) / 1024

const secondsOf = (pids: readonly number[]): number =>
  pids.reduce((total, pid) => {
    const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
    return total + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond
  }, 0)

const postgresPids = (): number[] =>
  list('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/comm`) === 'postgres')
    .map(Number)

/** Time that all processors were busy. The fourth and fifth number are idle time. */
function machineSeconds(): number {
  const times = /^cpu +(.*)$/m.exec(read('/proc/stat'))?.[1]?.split(' ').map(Number) ?? []
  return times.slice(0, 8).reduce((total, time, n) => total + (n === 3 || n === 4 ? 0 : time), 0) / ticksPerSecond
}

function descriptorsOf(pid: number): string[] {
  return list(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)]
    } catch {
      return []
    }
  })
}

/** Empty once the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trimEnd()
  } catch {
    return ''
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
