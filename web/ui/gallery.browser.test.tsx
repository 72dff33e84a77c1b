/**
 * Layout is compared by measurements, not by a stored picture: fonts and their rendering differ between machines.
 */
import axe from 'axe-core'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Gallery } from './gallery.tsx'
import { Toaster } from './toast.tsx'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

beforeEach(async () => {
  await render(
    <MemoryRouter>
      <main>
        <Gallery />
      </main>
      <Toaster />
    </MemoryRouter>,
  )
  await document.fonts.ready
})

function heightOf(element: Element): number {
  return element.getBoundingClientRect().height
}

describe('the elements', () => {
  it('conform to WCAG 2.2 AA in every state', async () => {
    const { violations } = await axe.run(document, { runOnly: standards, resultTypes: ['violations'] })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })

  it('have the same sections, in the same order, on every screen', () => {
    const titles = [...document.querySelectorAll('section[aria-label] h2')].map(({ textContent }) => textContent)
    expect(titles).toEqual([
      'Buttons',
      'Links',
      'Text fields',
      'Choices',
      'Suggestions',
      'Sliders',
      'Notices',
      'Tabs',
      'Dialogs and menus',
      'Small parts',
      'Loading',
      'Empty and failed',
    ])
  })

  it.each([390, 768, 1440])('fit a screen of %i px', async (width) => {
    await page.viewport(width, 844)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await page.viewport(390, 844)
  })

  it('have the heights of the design', () => {
    const heights = (selector: string) => [...new Set([...document.querySelectorAll(selector)].map(heightOf))]
    expect(heights('.button-sm')).toEqual([36])
    expect(heights('.button-md')).toEqual([44])
    expect(heights('.button-lg')).toEqual([52])
    expect(heights('.button-icon')).toEqual([44])
    expect(heights('input.field:not([type="search"])')).toEqual([48])
    expect(heights('select.field')).toEqual([44])
    expect(heights('.tab-line')).toEqual([48])
    expect(heights('.tab-pills')).toEqual([44])
  })

  it('are at least 24 px high where they can be pressed', () => {
    const pressable = document.querySelectorAll('main :is(button, a, label.choice, select, input.field)')
    const small = [...pressable].filter((element) => heightOf(element) < 24)
    expect(small.map(({ outerHTML }) => outerHTML)).toEqual([])
  })

  it('announce what could not be loaded, and what to do', async () => {
    const failure = page.getByRole('alert').filter({ hasText: 'The list could not be loaded' })
    await expect.element(failure).toHaveTextContent('Check your connection and try again.')
  })

  it('take the caller’s utilities over their own classes', () => {
    const avatar = document.querySelector('.avatar.size-20')
    expect(avatar && heightOf(avatar)).toBe(80)
    const skeleton = document.querySelector('.skeleton.rounded-full.size-20')
    expect(skeleton && getComputedStyle(skeleton).borderRadius).not.toBe('6px')
  })
})
