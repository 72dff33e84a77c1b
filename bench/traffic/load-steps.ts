/** `npm run bench -- load`: raises the arrival rate step by step until the server is saturated. */
import { setTimeout as sleep } from 'node:timers/promises'
import { figuresOf } from './figures.ts'
import type { LoadResult, LoadStep, Processors } from './results.ts'
import { othersOf, sampleEvery } from './samples.ts'
import { highestHeld, nextRate, saturationOf } from './saturation.ts'
import { saveResult } from './saved-results.ts'
import { environment, openSite, possibleSetups, type Setup, type Site } from './site.ts'
import { mean } from './statistics.ts'

export interface LoadOptions {
  readonly setup?: string | undefined
  /** The arrivals a second of the first step. */
  readonly rate?: number | undefined
  /** The length of a step. */
  readonly seconds?: number | undefined
}

const firstRate = 25
const usualSeconds = 25
/** Compiles the hot code and fills the caches. */
const warmUpSeconds = 10
/** A step begins with this time, which does not count. */
const settlingWindows = 1
const windowsPerStep = 5
/** For the server to finish what it began in a step. */
const pauseMs = 2_000

export async function load({ setup, rate = firstRate, seconds = usualSeconds }: LoadOptions): Promise<void> {
  const wanted = possibleSetups(setup)
  if (typeof wanted === 'string') return console.log(`skipped: ${wanted}`)
  for (const one of wanted) {
    const site = await openSite(one)
    try {
      // A run that is interrupted keeps its steps.
      const result = await saturate(site, one, { rate, seconds, onStep: saveResult })
      console.log(`${one}: holds ${result.highestHeld} arrivals a second`)
      console.log(`the report is ${saveResult(result)}`)
    } finally {
      await site.stop()
    }
  }
}

export interface Search {
  readonly rate: number
  readonly seconds: number
  readonly onStep?: (soFar: LoadResult) => void
}

/** Searches for the highest rate that the server holds. */
export async function saturate(site: Site, setup: Setup, { rate, seconds, onStep }: Search): Promise<LoadResult> {
  const measuredAt = new Date().toISOString()
  await site.generator.run({ ratePerSecond: rate, seconds: warmUpSeconds, windowSeconds: warmUpSeconds })
  const steps: LoadStep[] = []
  const tried = () => steps.map(({ rate, saturation }) => ({ rate, isHeld: saturation.length === 0 }))
  const soFar = (): LoadResult => ({
    kind: 'load',
    setup,
    measuredAt,
    environment: environment(),
    stepSeconds: seconds,
    steps: steps.toSorted((one, other) => one.rate - other.rate),
    highestHeld: highestHeld(tried()),
  })
  for (let next = nextRate([], rate); next !== undefined; next = nextRate(tried(), rate)) {
    let step = await runStep(site, setup, next, seconds)
    // A single pause of the machine must not end the search.
    if (step.saturation.length > 0) step = await runStep(site, setup, next, seconds)
    steps.push(step)
    onStep?.(soFar())
  }
  return soFar()
}

async function runStep(
  { generator, newSampler }: Site,
  setup: Setup,
  rate: number,
  seconds: number,
): Promise<LoadStep> {
  const windowSeconds = seconds / windowsPerStep
  // At the ends of the windows. A later window may still await its answers.
  const sampling = sampleEvery(windowSeconds, newSampler())
  const windows = await generator.run({ ratePerSecond: rate, seconds, windowSeconds })
  await sampling.stop()
  const figures = figuresOf(windows.slice(settlingWindows))
  const measured = sampling.taken.filter(
    ({ seconds: at }) => at > windowSeconds * (settlingWindows + 0.5) && at < seconds + windowSeconds / 2,
  )
  const meanOf = (kind: keyof Processors) => (measured.length > 0 ? mean(measured.map((sample) => sample[kind])) : 0)
  const delays = measured.flatMap(({ eventLoopP99Ms }) => eventLoopP99Ms ?? [])
  const step: LoadStep = {
    rate,
    ...figures,
    saturation: saturationOf(figures),
    serverProcessors: meanOf('serverProcessors'),
    generatorProcessors: meanOf('generatorProcessors'),
    databaseProcessors: meanOf('databaseProcessors'),
    machineProcessors: meanOf('machineProcessors'),
    eventLoopP99Ms: delays.length > 0 ? Math.max(...delays) : null,
  }
  console.log(`${setup}: ${describeStep(step)}`)
  await sleep(pauseMs)
  return step
}

const ms = (value: number) => (Number.isFinite(value) ? `${value.toFixed(0)} ms` : 'no answer')

function describeStep(step: LoadStep): string {
  const { rate, arrivals, failed, p50Ms, p95Ms, p99Ms, saturation } = step
  const failures = Object.entries(step.failures)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([name, count]) => `${count} ${name}`)
  return [
    `${rate}/s: ${arrivals} arrivals, ${failed} failed, p50 ${ms(p50Ms)}, p95 ${ms(p95Ms)}, p99 ${ms(p99Ms)}`,
    `processors: server ${step.serverProcessors.toFixed(2)}, database ${step.databaseProcessors.toFixed(2)}, ` +
      `generator ${step.generatorProcessors.toFixed(2)}, others ${othersOf(step).toFixed(2)}; generator late by ${step.generatorLateP99Ms.toFixed(0)} ms (p99)`,
    saturation.length > 0 ? `SATURATED: ${saturation.join(', ')}` : 'held',
    ...failures,
  ].join('; ')
}
