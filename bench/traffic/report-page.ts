/** The report: one HTML page with charts and tables, without scripts or other files. */
import { escapeHtml } from '#domain/values/escape-html'
import { type Chart, chartSvg } from './chart.ts'
import type { Figures } from './figures.ts'
import { mix } from './mix.ts'
import type { LoadResult, LoadStep, Processors, Result, SoakResult } from './results.ts'
import { othersOf } from './samples.ts'
import { limits } from './saturation.ts'
import { trendOf } from './soak-verdicts.ts'
import { mean, percentile } from './statistics.ts'

/** A generator that uses more of a processor, or is later, may be the bottleneck itself. */
const generatorLimits = { processors: 0.7, lateMs: 50 }
/** Processors that other programs may use before the page warns. */
const othersLimit = 0.2

export function reportPage(results: readonly Result[]): string {
  const loads = results.filter((result) => result.kind === 'load')
  const soaks = results.filter((result) => result.kind === 'soak')
  const body = [
    ...(results.length === 0 ? ['<p>Nothing has been measured yet.</p>'] : []),
    ...(loads.length > 0 ? [comparison(loads)] : []),
    ...loads.map(loadSection),
    ...soaks.map(soakSection),
    mixSection(),
  ]
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Load and soak</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>Load and soak</h1>
<p>People arrive at random at a mean rate, whether or not earlier ones have been answered. Latency counts from the
intended arrival. Those who got no answer count as waiting for ever. The generator shares the machine with the server
and its database, so a server alone would hold more.</p>
${body.join('\n')}
</main>
</body>
</html>
`
}

const headingOf = ({ measuredAt, environment: { processors, model, memoryGigabytes, node, platform } }: Result) =>
  `<p class="note">${escapeHtml(measuredAt.slice(0, 16).replace('T', ' '))} UTC; ${processors} processors (${escapeHtml(model)}), ` +
  `${memoryGigabytes} GB, Node ${escapeHtml(node)}, ${escapeHtml(platform)}.</p>`

function comparison(loads: readonly LoadResult[]): string {
  const chart: Chart = {
    title: '95th percentile of each set-up',
    ...rateAxis,
    yLabel: 'latency (ms)',
    isLogarithmic: true,
    limit: { y: limits.p95Ms, name: `limit, ${limits.p95Ms} ms` },
    series: loads.map(({ setup, steps }) => ({ name: setup, points: steps.map(({ rate, p95Ms }) => [rate, p95Ms]) })),
  }
  const rows = loads.map(({ setup, highestHeld, steps }) => {
    const held = steps.find(({ rate }) => rate === highestHeld)
    return [setup, count(highestHeld), held ? ms(held.p95Ms) : '–', held ? ms(held.p99Ms) : '–', bottleneckOf(steps)]
  })
  return `<section><h2>Highest rates held</h2>
<p>A rate is held if the 95th percentile is at most ${limits.p95Ms} ms, at most ${limits.failedShare * 100} % fail, and at least
${limits.achievedShare * 100} % as many are answered as arrive.</p>
${table(['set-up', 'arrivals a second', 'p95 there', 'p99 there', 'generator'], rows)}
<div class="charts">${chartSvg(chart, 'compared')}</div></section>`
}

const rateAxis = { xLabel: 'arrivals a second', isXLogarithmic: true } as const

function warningOf(used: readonly Processors[]): string {
  const others = used.length > 0 ? mean(used.map(othersOf)) : 0
  return others < othersLimit
    ? ''
    : `<p class="warning">Other programs used ${others.toFixed(2)} processors on average. On an idle machine the figures would be better.</p>`
}

/** Whether the generator was fast enough at the rates that were held. */
function bottleneckOf(steps: readonly LoadStep[]): string {
  const held = steps.filter(({ saturation }) => saturation.length === 0)
  const processors = Math.max(0, ...held.map(({ generatorProcessors }) => generatorProcessors))
  const late = Math.max(0, ...held.map(({ generatorLateP99Ms }) => generatorLateP99Ms))
  const isFree = processors < generatorLimits.processors && late < generatorLimits.lateMs
  return `${isFree ? 'not the bottleneck' : 'MAY BE THE BOTTLENECK'}: at most ${processors.toFixed(2)} processors, ${late.toFixed(0)} ms late (p99)`
}

function loadSection(result: LoadResult): string {
  const { setup, steps, stepSeconds, highestHeld } = result
  const over = (read: (step: LoadStep) => number | null) =>
    steps.map((step): readonly [number, number | null] => [step.rate, read(step)])
  const charts: Chart[] = [
    {
      title: 'Latency against rate',
      ...rateAxis,
      yLabel: 'latency (ms)',
      isLogarithmic: true,
      limit: { y: limits.p95Ms, name: `limit of p95, ${limits.p95Ms} ms` },
      series: latencySeries((name) => over((step) => step[name])),
    },
    {
      title: 'Answered against rate',
      ...rateAxis,
      yLabel: 'answered (% of arrivals)',
      series: [{ name: 'answered in time', points: over(({ arrivals, completed }) => (completed / arrivals) * 100) }],
      limit: { y: limits.achievedShare * 100, name: `limit, ${limits.achievedShare * 100} %` },
    },
    {
      title: 'Processors in use',
      ...rateAxis,
      yLabel: 'processors',
      series: [
        { name: 'server', points: over(({ serverProcessors }) => serverProcessors) },
        { name: 'generator', points: over(({ generatorProcessors }) => generatorProcessors) },
        { name: 'PostgreSQL', points: over(({ databaseProcessors }) => databaseProcessors) },
        { name: 'other programs', points: over(othersOf) },
      ],
    },
    {
      title: 'Delay of the server’s event loop',
      ...rateAxis,
      yLabel: 'p99 (ms)',
      isLogarithmic: true,
      series: [{ name: 'p99, the worst window', points: over(({ eventLoopP99Ms }) => eventLoopP99Ms) }],
    },
  ]
  const rows = steps.map((step) => [
    count(step.rate),
    count(step.arrivals),
    count(step.failed),
    `${((step.completed / step.arrivals) * 100).toFixed(1)} %`,
    ...latencyCells(step),
    step.serverProcessors.toFixed(2),
    step.generatorProcessors.toFixed(2),
    step.databaseProcessors.toFixed(2),
    othersOf(step).toFixed(2),
    ms(step.generatorLateP99Ms),
    step.saturation.length > 0 ? step.saturation.join(', ') : 'held',
  ])
  const held = steps.find(({ rate }) => rate === highestHeld)
  return `<section><h2>Load on ${setup}</h2>
${headingOf(result)}
${warningOf(steps)}
<p>It held <strong>${count(highestHeld)} arrivals a second</strong>. Each step took ${stepSeconds} s, of which the first fifth does not count.</p>
<div class="charts">${charts.map((chart, n) => chartSvg(chart, `load-${setup}-${n}`)).join('\n')}</div>
${details(
  'All steps',
  table(
    [
      'rate',
      'arrivals',
      'failed',
      'answered',
      'p50',
      'p95',
      'p99',
      'server',
      'generator',
      'machine',
      'late',
      'verdict',
    ],
    rows,
  ),
)}
${held ? details(`What people did at ${count(held.rate)} arrivals a second`, kindTable(held)) : ''}
${failuresOf(steps)}</section>`
}

function soakSection(result: SoakResult): string {
  const { setup, samples, windows, settlingMinutes, verdicts, total } = result
  const sampled = (read: (sample: (typeof samples)[number]) => number | null) =>
    samples.map((sample): readonly [number, number | null] => [sample.seconds / 60, read(sample)])
  const time = { xLabel: 'minutes', settlingUntil: settlingMinutes }
  const charts: Chart[] = [
    {
      title: 'Latency in windows of 5 s',
      ...time,
      yLabel: 'latency (ms)',
      isLogarithmic: true,
      series: latencySeries((name) => windows.map((window) => [window.seconds / 60, window[name]])),
    },
    {
      title: 'Memory of the server’s processes',
      ...time,
      yLabel: 'MB',
      series: [
        { name: 'resident', points: sampled(({ residentMegabytes }) => residentMegabytes) },
        { name: 'heap in use', points: sampled(({ heapMegabytes }) => heapMegabytes) },
      ],
    },
    {
      title: 'Open descriptors',
      ...time,
      yLabel: 'descriptors',
      series: [
        { name: 'all', points: sampled(({ descriptors }) => descriptors) },
        { name: 'sockets', points: sampled(({ socketDescriptors }) => socketDescriptors) },
      ],
    },
    {
      title: 'Delay of the server’s event loop',
      ...time,
      yLabel: 'ms',
      isLogarithmic: true,
      series: [
        { name: 'p50', points: sampled(({ eventLoopP50Ms }) => eventLoopP50Ms) },
        { name: 'p99', points: sampled(({ eventLoopP99Ms }) => eventLoopP99Ms) },
      ],
    },
    {
      title: 'Processors in use',
      ...time,
      yLabel: 'processors',
      series: [
        { name: 'server', points: sampled(({ serverProcessors }) => serverProcessors) },
        { name: 'generator', points: sampled(({ generatorProcessors }) => generatorProcessors) },
        { name: 'PostgreSQL', points: sampled(({ databaseProcessors }) => databaseProcessors) },
        { name: 'other programs', points: sampled(othersOf) },
      ],
    },
    {
      title: 'Failures',
      ...time,
      yLabel: 'failures in 5 s',
      series: [{ name: 'failures', points: windows.map(({ seconds, failed }) => [seconds / 60, failed]) }],
    },
  ]
  const heap = trendOf(samples, settlingMinutes, ({ heapMegabytes }) => heapMegabytes)
  const sockets = trendOf(samples, settlingMinutes, ({ socketDescriptors }) => socketDescriptors)
  const generator = percentile(
    samples.map(({ generatorProcessors }) => generatorProcessors),
    0.95,
  )
  return `<section><h2>Soak on ${setup}</h2>
${headingOf(result)}
${warningOf(samples)}
<p>${count(result.rate)} arrivals a second for ${result.minutes} minutes: ${count(total.arrivals)} arrivals. Trends are slopes by least
squares, without the first ${settlingMinutes} minutes, which are shaded.</p>
${table(
  ['what', 'measured', 'goal', 'verdict'],
  verdicts.map(({ name, value, goal, isReached }) => [name, value, goal, isReached ? 'reached' : 'MISSED']),
)}
<p class="note">Heap in use: ${trend(heap)} MB a minute. Sockets: ${trend(sockets)} a minute. ${count(result.reconnects)} sockets
connected again. Generator: ${generator.toFixed(2)} processors (p95), late by ${ms(total.generatorLateP99Ms)} at most (p99 of a window).</p>
<div class="charts">${charts.map((chart, n) => chartSvg(chart, `soak-${setup}-${n}`)).join('\n')}</div>
${details('What people did', kindTable(total))}
${failuresOf([total])}</section>`
}

type Percentile = 'p50Ms' | 'p95Ms' | 'p99Ms'

const latencySeries = (pointsOf: (name: Percentile) => Chart['series'][number]['points']) => [
  { name: 'p50', points: pointsOf('p50Ms') },
  { name: 'p95', points: pointsOf('p95Ms') },
  { name: 'p99', points: pointsOf('p99Ms') },
]

const latencyCells = ({ p50Ms, p95Ms, p99Ms }: Pick<Figures, Percentile>) => [ms(p50Ms), ms(p95Ms), ms(p99Ms)]

function kindTable({ kinds }: Pick<Figures, 'kinds'>): string {
  const rows = kinds.map((figures) => {
    const { kind, arrivals, failed } = figures
    return [
      mix.find(({ action }) => action === kind)?.what ?? kind,
      count(arrivals),
      count(failed),
      ...latencyCells(figures),
    ]
  })
  return table(['action', 'arrivals', 'failed', 'p50', 'p95', 'p99'], rows)
}

function failuresOf(all: readonly Pick<Figures, 'failures'>[]): string {
  const counts = new Map<string, number>()
  for (const { failures } of all)
    for (const [name, number] of Object.entries(failures)) counts.set(name, (counts.get(name) ?? 0) + number)
  if (counts.size === 0) return '<p>Nothing failed.</p>'
  const rows = [...counts].toSorted(([, one], [, other]) => other - one).map(([name, number]) => [name, count(number)])
  return details('Failures', table(['action and reason', 'failures'], rows))
}

const mixSection = () => `<section><h2>The mix</h2>
${table(
  ['who', 'what', 'of 1,000', 'why'],
  mix.map(({ who, what, weight, why }) => [who, what, String(weight), why]),
)}</section>`

const details = (summary: string, content: string) =>
  `<details><summary>${escapeHtml(summary)}</summary>${content}</details>`

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) =>
    `<td${/^[\d–−+.,]/.test(text) ? ' class="number"' : ''}>${escapeHtml(text).replace('MISSED', '<strong>MISSED</strong>')}</td>`
  return `<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(heads.join(', '))}"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`).join('\n')}</tbody>
</table></div>`
}

/** None if the server never answered. */
const trend = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(2))

const count = (value: number) => value.toLocaleString('en-GB')

/** JSON has null for a percentile without an answer. */
const ms = (value: number | null): string =>
  value !== null && Number.isFinite(value) ? `${value.toFixed(value < 10 ? 1 : 0)} ms` : 'no answer'

const styles = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1d1b19; --faint: #66605a; --line: #dcd7d1; --shade: #f3f0ec;
  --s0: #1f6feb; --s1: #b4500b; --s2: #9a2f7b; --s3: #5f6b2d; --limit: #c02020; }
@media (prefers-color-scheme: dark) { :root { --paper: #171615; --ink: #ece8e3; --faint: #a9a29a; --line: #3b3835;
  --shade: #232120; --s0: #6cb0ff; --s1: #f0a35e; --s2: #e68ad0; --s3: #b3c46a; --limit: #ff7b72; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1360px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 28px; margin: 0 0 8px; }
h2 { font-size: 21px; margin: 40px 0 8px; }
p { max-width: 75ch; margin: 8px 0; }
.note { color: var(--faint); font-size: 14px; }
.warning { border-left: 4px solid var(--limit); padding-left: 12px; }
.charts { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); margin: 16px 0; }
figure { margin: 0; padding: 12px; border: 1px solid var(--line); border-radius: 8px; min-width: 0; }
figcaption { font-weight: 600; }
svg { display: block; width: 100%; height: auto; }
svg text { font-size: 15px; fill: var(--faint); }
.grid { stroke: var(--line); stroke-width: 1; }
.axis { stroke: var(--faint); }
.settling { fill: var(--shade); }
line.limit { stroke: var(--limit); stroke-width: 1.5; stroke-dasharray: 5 4; }
path { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
path.s0 { stroke: var(--s0); } path.s1 { stroke: var(--s1); } path.s2 { stroke: var(--s2); } path.s3 { stroke: var(--s3); }
circle.s0, .key.s0 { fill: var(--s0); background: var(--s0); } circle.s1, .key.s1 { fill: var(--s1); background: var(--s1); }
circle.s2, .key.s2 { fill: var(--s2); background: var(--s2); } circle.s3, .key.s3 { fill: var(--s3); background: var(--s3); }
.key.limit { background: var(--limit); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 4px 0 0; padding: 0; font-size: 14px; }
.key { display: inline-block; width: 14px; height: 4px; margin-right: 6px; vertical-align: middle; border-radius: 2px; }
.table { overflow-x: auto; margin: 12px 0; }
table { border-collapse: collapse; font-size: 14px; min-width: min(100%, 560px); }
@media (max-width: 600px) { table { min-width: 560px; } }
th, td { text-align: left; padding: 5px 14px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { white-space: nowrap; }
.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
summary { cursor: pointer; padding: 6px 0; font-weight: 600; }
`
