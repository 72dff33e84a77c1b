/** What tests of pages expect more than once. */
import axe from 'axe-core'
import { expect } from 'vitest'
import { page } from 'vitest/browser'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The page conforms to WCAG 2.2 AA, and does not scroll sideways. */
export async function expectAccessible(): Promise<void> {
  expectNoOverflow()
  // A sticky bar covers part of what scrolls past below it, which axe takes for a target that is too small.
  const bars = document.querySelectorAll<HTMLElement>('.bottom-bar, header.sticky')
  for (const bar of bars) bar.style.setProperty('position', 'static')
  const { violations } = await axe.run(document, { runOnly: standards, resultTypes: ['violations'] })
  for (const bar of bars) bar.style.removeProperty('position')
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/** The page is not wider than the screen. The error names what is. */
export function expectNoOverflow(): void {
  if (document.documentElement.scrollWidth <= window.innerWidth) return
  // A word without a place to break is wider than its element.
  const isWide = (element: Element) =>
    element.getBoundingClientRect().left + Math.max(element.clientWidth, element.scrollWidth) > window.innerWidth
  const widest = [...document.body.querySelectorAll('*')].filter(
    (element) => isWide(element) && ![...element.children].some(isWide),
  )
  throw new Error(`Wider than the screen: ${widest.map(({ outerHTML }) => outerHTML.slice(0, 300)).join('\n')}`)
}

export const main = () => page.getByRole('main')
export const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: typeof name === 'string' })
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
export const link = (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' })
export const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })

/** A toast by its title or its text. */
export const toast = (text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text, { exact: true })

/** The status line above a listing. */
export const listingStatus = () => main().getByRole('status').first()
