/** The dashboard and the alert rules of deploy/monitoring: they name metrics that exist, and each rule is provoked. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMetrics } from '../server/metrics.ts'
import { root } from './prepare.mjs'

const folder = path.join(root, 'deploy/monitoring')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).optional() })),
})
const dashboard = dashboardSchema.parse(JSON.parse(read('dashboard.json')))
const alerts = read('alerts.yml')
const provoked = read('alerts.test.yml')

async function metricNames(): Promise<Set<string>> {
  const load = { sockets: 0, channels: 0, functionRequests: 0, busyConnections: 0, waitingStatements: 0 }
  const figures = { events: { order_paid: 1 }, waiting: { emails_due: 1 }, oldest_due_email_seconds: 0 }
  const browserErrors = { logged: 0, refused: 0 }
  const metrics = createMetrics({
    browserErrors,
    load: () => ({ ...load, slowStatements: 0 }),
    figures: async () => figures,
  })
  metrics.begin('rest', 'GET')(200)
  const text = await (await metrics.response()).text()
  // Prometheus makes the first, and the primary of several workers the second.
  return new Set([...all(text, /^([a-z_0-9]+)[ {]/gm), 'up', 'workers_replaced_total'])
}

/** The metrics of an expression: names that are neither functions nor labels. */
const namesIn = (expression: string) =>
  all(expression.replace(/\{[^}]*\}|\[[^\]]*\]|\b(by|without) \([^)]*\)/g, ' '), /\b([a-z]\w+)\b(?!\s*\()/g)

describe('monitoring', () => {
  it('uses only metrics that the server has', async () => {
    const names = await metricNames()
    const expressions = [
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ...all(alerts, /expr: '(.+)'/g),
    ]
    expect(expressions.length).toBeGreaterThan(30)
    expect(expressions.flatMap(namesIn).filter((name) => !names.has(name))).toEqual([])
  })

  it('has a test of each alert, in which it fires', () => {
    const rules = all(alerts, /- alert: (\w+)/g)
    const firing = all(provoked, /alertname: (\w+)\n\s+exp_alerts:\n\s+- exp_labels/g)
    const silent = all(provoked, /alertname: (\w+)\n\s+exp_alerts: \[\]/g)
    expect(rules.length).toBeGreaterThan(10)
    expect(firing).toEqual(rules)
    expect(silent).toEqual(rules)
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  it.skipIf(!hasPromtool)('has rules that fire as their tests say (skipped where promtool is not installed)', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: folder })
    expect(`${stdout}${stderr}`).toContain('SUCCESS')
    expect(status).toBe(0)
  })
})
