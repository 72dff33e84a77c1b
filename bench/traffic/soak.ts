/** `npm run bench -- soak`: a constant load for a long time, to find what grows. */
import { setTimeout as delay } from 'node:timers/promises'
import { figuresOf } from './figures.ts'
import { saturate } from './load-steps.ts'
import type { Window } from './open-loop.ts'
import type { SoakResult, SoakWindow } from './results.ts'
import { type Sample, sampleEvery } from './samples.ts'
import { lastSaturation, saveResult } from './saved-results.ts'
import { environment, openSite, possibleSetups, type Setup, type Site } from './site.ts'
import { settlingMinutesOf, verdictsOf } from './soak-verdicts.ts'

export interface SoakOptions {
  readonly setup?: string | undefined
  /** Arrivals a second. By default a share of what the last `load` held. */
  readonly rate?: number | undefined
  readonly minutes?: number | undefined
}

const shareOfSaturation = 0.4
const usualMinutes = 20
const windowSeconds = 5
/** A line of the console for so many windows. */
const windowsPerLine = 12
/** Opens the connections to the database, which stay open. */
const warmUpSeconds = 30
/** Longer than the server keeps an idle connection. */
const restSeconds = 75
/** For a set-up that no `load` has measured. */
const search = { rate: 50, seconds: 15 }

export async function soak({ setup, rate, minutes = usualMinutes }: SoakOptions): Promise<void> {
  const wanted = possibleSetups(setup)
  if (typeof wanted === 'string') return console.log(`skipped: ${wanted}`)
  // PostgreSQL is what a busy marketplace uses.
  const one = setup === undefined && wanted.includes('postgres') ? 'postgres' : (wanted[0] ?? 'pglite')
  const site = await openSite(one)
  try {
    const result = await runSoak(site, one, rate ?? (await rateOf(site, one)), minutes)
    for (const { name, value, goal, isReached } of result.verdicts)
      console.log(`${name}: ${value} (goal ${goal}) ${isReached ? 'reached' : 'MISSED'}`)
    console.log(`the report is ${saveResult(result)}`)
  } finally {
    await site.stop()
  }
}

async function rateOf(site: Site, setup: Setup): Promise<number> {
  const held = lastSaturation(setup) ?? (await saturate(site, setup, search)).highestHeld
  return Math.max(1, Math.round(held * shareOfSaturation))
}

async function runSoak(site: Site, setup: Setup, rate: number, minutes: number): Promise<SoakResult> {
  const { generator } = site
  const measuredAt = new Date().toISOString()
  const settlingMinutes = settlingMinutesOf(minutes)
  console.log(
    `${setup}: ${rate} arrivals a second for ${minutes} minutes; trends leave out the first ${settlingMinutes}`,
  )
  await generator.run({ ratePerSecond: rate, seconds: warmUpSeconds, windowSeconds }, () => {})
  const descriptorsBefore = await descriptorsAtRest(site)
  const sampling = sampleEvery(windowSeconds, site.newSampler())
  const windows: SoakWindow[] = []
  const all: Window[] = []
  const soFar = (descriptorsAfter?: number): SoakResult => {
    const total = figuresOf(all)
    return {
      kind: 'soak',
      setup,
      measuredAt,
      environment: environment(),
      rate,
      minutes,
      settlingMinutes,
      windows,
      samples: sampling.taken,
      total,
      reconnects: generator.reconnects(),
      verdicts: verdictsOf(sampling.taken, settlingMinutes, total, {
        before: descriptorsBefore,
        after: descriptorsAfter,
      }),
    }
  }
  await generator.run({ ratePerSecond: rate, seconds: minutes * 60, windowSeconds }, (window) => {
    all.push(window)
    const { kinds: _, ...figures } = figuresOf([window])
    windows.push({ seconds: (window.index + 1) * windowSeconds, ...figures })
    const last = sampling.taken.at(-1)
    if (!last || windows.length % windowsPerLine !== 0) return
    console.log(describe(windows.slice(-windowsPerLine), last))
    // A run that is interrupted keeps what it has.
    saveResult(soFar())
  })
  await sampling.stop()
  return soFar(await descriptorsAtRest(site))
}

/** Without arrivals, when idle connections have been closed. Under load their number follows the bursts. */
async function descriptorsAtRest(site: Site): Promise<number> {
  await delay(restSeconds * 1000)
  return (await site.newSampler().sample()).descriptors
}

function describe(windows: readonly SoakWindow[], sample: Sample): string {
  const worst = Math.max(...windows.map(({ p99Ms }) => p99Ms))
  const failed = windows.reduce((count, window) => count + window.failed, 0)
  const loop = sample.eventLoopP99Ms === null ? '–' : `${sample.eventLoopP99Ms.toFixed(0)} ms`
  return (
    `minute ${(sample.seconds / 60).toFixed(0)}: worst p99 ${Number.isFinite(worst) ? `${worst.toFixed(0)} ms` : 'no answer'}, ` +
    `${failed} failed, ${sample.residentMegabytes.toFixed(0)} MB, ${sample.descriptors} descriptors, event loop p99 ${loop}, ` +
    `processors: server ${sample.serverProcessors.toFixed(2)}, generator ${sample.generatorProcessors.toFixed(2)}`
  )
}
