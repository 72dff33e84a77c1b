/**
 * Every route for a visitor, a buyer, a seller and an administrator, at three widths, in the light and the dark theme: no violation that
 * axe finds, no message in the console, no shift of the layout, no sideways scrolling.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { violations } from '../e2e/accessibility.ts'
import { expect, test, visit } from '../e2e/fixtures.ts'
import { setSession } from '../e2e/members.ts'
import { addressOf, createPlaces, type Places, roles, routePaths } from './places.ts'

const widths = [390, 768, 1440]
/** What the field calls a good page has 0.1. */
const mostShift = 0.05
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** A page that a role may not open says so by its status, which the browser logs. */
const refusals = /status of (401|403|404)/

let places: Places

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: process.env.E2E_URL ?? '' })
  places = await createPlaces(request)
  await request.dispose()
})

for (const role of roles)
  for (const path of [...routePaths, '/no-such-page'])
    test(`${path} for ${role === 'administrator' ? 'an' : 'a'} ${role}`, async ({ page, expectedErrors }) => {
      expectedErrors.push(refusals)
      await page.addInitScript(recordShifts)
      const member = places.members[role]
      if (member) await setSession(page, member)
      const found: string[] = []
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 768 ? 844 : 1000 })
        await visit(page, addressOf(path, places))
        await page.waitForLoadState('networkidle')
        found.push(...(await problems(page)).map((problem) => `${width} px: ${problem}`))
      }
      expect(found).toEqual([])
    })

async function problems(page: Page): Promise<string[]> {
  const found: string[] = []
  const { shift, overflow } = await page.evaluate(() => ({
    shift: window.layoutShift,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))
  if (shift > mostShift) found.push(`the layout shifts by ${shift.toFixed(3)}`)
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
  }
}

/** Runs in the page, before its scripts. */
function recordShifts(): void {
  window.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) window.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}
