/**
 * Every route for a visitor, a buyer, a seller and an administrator, at three widths. Axe finds no violation in either theme, the console
 * has no message, the layout does not shift, and nothing scrolls sideways.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { violations } from '../e2e/accessibility.ts'
import { expect, test, visit } from '../e2e/fixtures.ts'
import { setSession } from '../e2e/members.ts'
import { addressOf, placesSchema, roles, routePaths } from './places.ts'

/** From wide to narrow: a browser that has a larger picture shows it, and warns that it preloaded a smaller one for nothing. */
const widths = [1440, 768, 390]
/** The field calls this good. */
const mostShift = 0.1
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** A page that a role may not open says so by its status, which the browser logs. */
const refusals = /status of (401|403|404)/

const places = () => placesSchema.parse(JSON.parse(process.env.SWEEP_PLACES ?? ''))

for (const role of roles)
  for (const path of [...routePaths, '/no-such-page'])
    test(`${path} for ${role === 'administrator' ? 'an' : 'a'} ${role}`, async ({ page, expectedErrors }) => {
      expectedErrors.push(refusals)
      await page.addInitScript(recordShifts)
      const known = places()
      const member = known.members[role]
      if (member) await setSession(page, member)
      const found: string[] = []
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 768 ? 844 : 1000 })
        await visit(page, addressOf(path, known))
        await page.waitForLoadState('networkidle')
        found.push(...(await problems(page)).map((problem) => `${width} px: ${problem}`))
      }
      expect(found).toEqual([])
    })

async function problems(page: Page): Promise<string[]> {
  const found: string[] = []
  const { shift, moved, overflow } = await page.evaluate(() => ({
    shift: window.layoutShift,
    moved: window.movedElements,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))
  if (shift > mostShift) found.push(`the layout shifts by ${shift.toFixed(3)}: ${moved.join(', ')}`)
  if (overflow > 0) found.push(`it is ${overflow} px wider than the screen`)
  await page.evaluate(axeSource)
  for (const violation of await violations(page, { type: 'tag', values: standards }))
    found.push(JSON.stringify(violation))
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const violation of await violations(page, { type: 'rule', values: ['color-contrast'] }))
    found.push(`dark: ${JSON.stringify(violation)}`)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

declare global {
  interface Window {
    layoutShift: number
    movedElements: string[]
  }
}

/** Runs in the page, before its scripts. */
function recordShifts(): void {
  interface Shift extends PerformanceEntry {
    readonly value: number
    readonly hadRecentInput: boolean
    readonly sources: readonly { node: Node | null }[]
  }
  window.layoutShift = 0
  window.movedElements = []
  const nameOf = (node: Node | null) =>
    node instanceof Element
      ? `${node.localName} "${(node.textContent ?? '').trim().slice(0, 20)}"`
      : `${node?.nodeName}`
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      window.layoutShift += value
      window.movedElements.push(`${value.toFixed(3)} ${sources.map(({ node }) => nameOf(node)).join(' + ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
