/** Lighthouse's mobile preset on shoppers' landing pages, the size of their scripts, and blocked time while typing. */
import { launch } from 'chrome-launcher'
import lighthouseOf from 'lighthouse'
import { startServer, type TestServer } from '../tests/harness.ts'
import { median } from './load.ts'
import { longestBlockWhileTyping } from './typing.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const runs = 3

interface Goal {
  readonly name: string
  readonly unit: string
  readonly goal: number
  readonly better: 'higher' | 'lower'
}

const scores = { unit: '', better: 'higher' } as const
const goals = {
  performance: { ...scores, name: 'performance', goal: 95 },
  accessibility: { ...scores, name: 'accessibility', goal: 100 },
  'best-practices': { ...scores, name: 'best practices', goal: 100 },
  seo: { ...scores, name: 'SEO', goal: 100 },
  lcp: { name: 'largest contentful paint', unit: ' ms', goal: 1_500, better: 'lower' },
  cls: { name: 'layout shift', unit: '', goal: 0.02, better: 'lower' },
  scripts: { name: 'JavaScript as transferred', unit: ' kB', goal: 200, better: 'lower' },
  typing: { name: 'longest task while typing, CPU four times slower', unit: ' ms', goal: 50, better: 'lower' },
} as const satisfies Record<string, Goal>

type Measure = Exclude<keyof typeof goals, 'typing'>

export async function lighthouse(): Promise<void> {
  const server = await startServer({ env: { SAMPLE_DATA: '1', LOG_LEVEL: 'warn' } })
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  for (const path of ['/', await firstProduct(server), '/category/Cakes']) {
    console.log(`\n${path}`)
    // The first visit renders pictures, which later visits get from the cache.
    await visit(server.url + path, chrome.port)
    const visits = []
    for (let run = 0; run < runs; run += 1) visits.push(await visit(server.url + path, chrome.port))
    for (const measure of Object.keys(goals) as (keyof typeof goals)[]) {
      if (measure !== 'typing') report(goals[measure], median(visits.map(({ measures }) => measures[measure])))
    }
    const lowAudits = visits.at(-1)?.lowAudits ?? []
    if (lowAudits.length > 0) console.log(`  below 0.9: ${lowAudits.join(', ')}`)
  }
  chrome.kill()
  console.log('\nsearch box')
  report(goals.typing, await longestBlockWhileTyping(server.url))
  await server.stop()
}

function report({ name, unit, goal, better }: Goal, value: number): void {
  const isReached = better === 'higher' ? value >= goal : value <= goal
  const rounded = Number(value.toFixed(3))
  const bound = better === 'higher' ? 'at least' : 'at most'
  console.log(`  ${name}: ${rounded}${unit} (goal ${bound} ${goal}${unit}) ${isReached ? 'reached' : 'MISSED'}`)
}

async function firstProduct({ url }: TestServer): Promise<string> {
  const home = await (await fetch(url)).text()
  const path = /href="(\/product\/[^"]+)"/.exec(home)?.[1]
  if (path === undefined) throw new Error('The home page shows no product')
  return path
}

async function visit(url: string, port: number): Promise<{ measures: Record<Measure, number>; lowAudits: string[] }> {
  const result = await lighthouseOf(url, { port, onlyCategories: [...categories], logLevel: 'error' })
  if (!result) throw new Error('Lighthouse gave no result')
  const { audits, categories: rated } = result.lhr
  const score = (category: (typeof categories)[number]) => Math.round((rated[category]?.score ?? 0) * 100)
  const lowAudits = Object.values(audits)
    .filter((audit) => audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative')
    .map((audit) => `${audit.id} ${audit.displayValue ?? ''}`.trim())
  return {
    lowAudits,
    measures: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      lcp: Math.round(audits['largest-contentful-paint']?.numericValue ?? Number.NaN),
      cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      scripts: Math.round(scriptBytes(audits['network-requests']?.details) / 1_000),
    },
  }
}

function scriptBytes(details: unknown): number {
  if (typeof details !== 'object' || details === null || !('items' in details) || !Array.isArray(details.items))
    return Number.NaN
  return details.items
    .filter((item) => item.resourceType === 'Script')
    .reduce((sum: number, item) => sum + Number(item.transferSize), 0)
}
