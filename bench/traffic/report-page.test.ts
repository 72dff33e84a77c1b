import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LoadResult, LoadStep, SoakResult } from './results.ts'
import type { Sample } from './samples.ts'
import { lastSaturation, saveResult } from './saved-results.ts'
import { verdictsOf } from './soak-verdicts.ts'

const run = {
  measuredAt: '2026-11-26T10:00:00.000Z',
  environment: { processors: 2, model: 'Chip <1>', memoryGigabytes: 8, node: 'v20.20.2', platform: 'linux x64' },
} as const
const used = { serverProcessors: 0.8, generatorProcessors: 0.2, databaseProcessors: 0.4, machineProcessors: 1.5 }
const held: LoadStep = {
  ...{ rate: 100, arrivals: 2_000, failed: 0, completed: 1_999, failures: {}, saturation: [] },
  ...{ p50Ms: 4, p95Ms: 40, p99Ms: 90, generatorLateP99Ms: 3, eventLoopP99Ms: 20, ...used },
  kinds: [{ kind: 'order', arrivals: 16, failed: 0, p50Ms: 40, p95Ms: 90, p99Ms: 91 }],
}
const failing: LoadStep = {
  ...held,
  ...{ rate: 200, failed: 900, completed: 1_100, p95Ms: Number.POSITIVE_INFINITY, p99Ms: Number.POSITIVE_INFINITY },
  ...{ failures: { 'order: <503>': 900 }, saturation: ['p95 over 1000 ms'] },
}
const load: LoadResult = {
  kind: 'load',
  setup: 'workers',
  ...run,
  stepSeconds: 25,
  steps: [held, failing],
  highestHeld: 100,
}
const sample = (seconds: number): Sample => ({
  ...{ seconds, residentMegabytes: 200 + seconds, heapMegabytes: null, descriptors: 50, socketDescriptors: 20 },
  ...{ eventLoopP50Ms: 10, eventLoopP99Ms: 12, sockets: 3, waitingStatements: 0, ...used },
})
const samples = [5, 10, 15, 20].map(sample)
const soak: SoakResult = {
  ...{ kind: 'soak', setup: 'pglite', ...run, rate: 40, minutes: 0.5, settlingMinutes: 0.1, reconnects: 0 },
  ...{ windows: samples.map(({ seconds }) => ({ ...held, seconds })), samples, total: held },
  verdicts: verdictsOf(samples, 0.1, held, { before: 50, after: 50 }),
}

function pageOf(...results: (LoadResult | SoakResult)[]): { page: string; folder: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const result of results) saveResult(result, folder)
  return { page: readFileSync(path.join(folder, 'index.html'), 'utf8'), folder }
}

describe('the report', () => {
  it('shows every saved result, each measured at another time', () => {
    const { page } = pageOf(load, soak, { ...load, setup: 'pglite' })
    for (const heading of ['Load on workers', 'Load on pglite', 'Soak on pglite']) expect(page).toContain(heading)
  })

  it('shows that nobody got an answer, which JSON has no number for', () => {
    const { page } = pageOf(load, soak)
    expect(page).toContain('no answer')
    expect(page).not.toMatch(/NaN|undefined|Infinity|null/)
  })

  it('names the machine, the verdicts, failures and the load of the generator', () => {
    const { page } = pageOf(load, soak)
    for (const text of [
      ...['2 processors (Chip &lt;1&gt;)', 'Node v20.20.2', 'order: &lt;503&gt;', 'not the bottleneck: at most 0.20'],
      ...['+60.00 MB a minute', '<strong>MISSED</strong>', 'order placed and paid'],
    ])
      expect(page).toContain(text)
  })

  it('warns if the generator itself was too busy, or other programs were', () => {
    const busy = { ...held, generatorProcessors: 0.9, machineProcessors: 2.9 }
    const { page } = pageOf({ ...load, steps: [busy] })
    expect(page).toContain('MAY BE THE BOTTLENECK')
    expect(page).toContain('Other programs used 0.80 processors')
    expect(pageOf(load).page).not.toContain('Other programs used')
  })

  it('is one file without scripts', () =>
    expect(pageOf(load, soak).page).not.toMatch(/<script|<link|src=|@import|url\(/))

  it('keeps the rate that a soak takes its share of', () => {
    const { folder } = pageOf(load, soak)
    expect([lastSaturation('workers', folder), lastSaturation('pglite', folder)]).toEqual([100, undefined])
  })
})
