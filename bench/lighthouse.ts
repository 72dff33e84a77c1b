/** Lighthouse's scores of the home page with its mobile preset, and how much JavaScript the page loads. */
import { launch } from 'chrome-launcher'
import lighthouseOf from 'lighthouse'
import { startServer } from '../tests/harness.ts'
import { median } from './load.ts'

const goals = { performance: 90, accessibility: 100, 'best-practices': 100 } as const
const scriptGoalKilobytes = 200
const runs = 3

type Category = keyof typeof goals

export async function lighthouse(): Promise<void> {
  const server = await startServer({ env: { SAMPLE_DATA: '1', LOG_LEVEL: 'warn' } })
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const scores: Record<Category, number[]> = { performance: [], accessibility: [], 'best-practices': [] }
  let scriptBytes = 0
  let faults: string[] = []
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouseOf(server.url, {
      port: chrome.port,
      onlyCategories: Object.keys(goals),
      logLevel: 'error',
    })
    if (!result) throw new Error('Lighthouse gave no result')
    const { categories, audits } = result.lhr
    for (const category of Object.keys(scores) as Category[])
      scores[category].push(Math.round((categories[category]?.score ?? 0) * 100))
    scriptBytes = scriptTransfer(audits['network-requests']?.details)
    faults = Object.values(audits)
      .filter((audit) => audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative')
      .map((audit) => `${audit.id} ${audit.displayValue ?? ''}`.trim())
  }
  for (const [category, goal] of Object.entries(goals) as [Category, number][]) {
    const score = median(scores[category])
    console.log(`${category}: ${score} (goal ${goal}) ${score >= goal ? 'reached' : 'MISSED'}`)
  }
  const kilobytes = Math.round(scriptBytes / 1_000)
  console.log(
    `JavaScript: ${kilobytes} kB as transferred (goal at most ${scriptGoalKilobytes}) ${kilobytes <= scriptGoalKilobytes ? 'reached' : 'MISSED'}`,
  )
  if (faults.length > 0) console.log(`below 0.9: ${faults.join(', ')}`)
  chrome.kill()
  await server.stop()
}

function scriptTransfer(details: unknown): number {
  if (typeof details !== 'object' || details === null || !('items' in details) || !Array.isArray(details.items))
    return Number.NaN
  return details.items
    .filter((item) => item.resourceType === 'Script')
    .reduce((sum: number, item) => sum + Number(item.transferSize), 0)
}
