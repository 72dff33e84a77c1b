/** Checks a page against WCAG 2.2 AA with axe, its colours in both themes, and that it does not scroll sideways. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** One journey checks each page. Its other states, and what other journeys see of it, are for {@link expectAccessibleState}. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectInside(page)
  // One width and one browser are enough for each state of a page.
  if (!runsElsewhere()) await expectNoViolations(page)
}

/** Checks a state of a page that a journey checks elsewhere, or a dialog: with axe in `npm run test:all` alone. */
export async function expectAccessibleState(page: Page): Promise<void> {
  await expectInside(page)
  if (process.env.TEST_SUITE === 'all' && !runsElsewhere()) await expectNoViolations(page)
}

/** The page does not scroll sideways, and the bottom bar covers nothing at its end. */
async function expectInside(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'pixels the page is wider than the screen').toBeLessThanOrEqual(0)
  expect(await page.evaluate(labelsBelowBar), 'controls that the bottom bar covers at the end of the page').toEqual([])
}

async function expectNoViolations(page: Page): Promise<void> {
  // Evaluated, because the content security policy forbids added scripts. Once per document, because it takes long to
  // parse.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  expect(await violations(page, { type: 'tag', values: standards })).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page, { type: 'rule', values: ['color-contrast'] }), 'in the dark theme').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

export const violations = (page: Page, runOnly: axe.RunOnly) =>
  page.evaluate(async (runOnly) => {
    // A sticky bar covers part of what scrolls past below it, which axe takes for a target that is too small.
    const bars = document.querySelectorAll<HTMLElement>('.bottom-bar, header.sticky')
    for (const bar of bars) bar.style.setProperty('position', 'static')
    const results = await window.axe.run(document, { runOnly, resultTypes: ['violations'] })
    for (const bar of bars) bar.style.removeProperty('position')
    return results.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
  }, runOnly)

/** Controls of the page that stay below the bottom bar, however far the page is scrolled, by their texts. */
function labelsBelowBar(): string[] {
  const bar = document.querySelector('.bottom-bar')?.getBoundingClientRect().height ?? 0
  const end = document.documentElement.scrollHeight - bar
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')]
    .filter((control) => control.closest('main, footer'))
    .filter((control) => control.getBoundingClientRect().bottom + window.scrollY > end + 1)
    .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.tagName)
}

/** Whether this is the desktop's run of a test that the phone's project runs as well, or Firefox's of one that Chromium runs. */
function runsElsewhere(): boolean {
  const { project, tags } = test.info()
  return project.name === 'firefox' || (project.name === 'desktop' && tags.includes('@both'))
}
