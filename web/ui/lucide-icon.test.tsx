import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import createLucideIcon from './lucide-icon.tsx'

const MapPin = createLucideIcon({
  node: [
    ['path', { d: 'M20 10a8 8 0 0 1 16 0', key: '1r0f0z' }],
    ['circle', { cx: '12', cy: '10', r: '3', key: 'ilqhr7' }],
  ],
})

describe('an icon', () => {
  it('consists of the shapes of the library without their keys', () => {
    expect(renderToStaticMarkup(<MapPin />)).toContain(
      '<path d="M20 10a8 8 0 0 1 16 0"/><circle cx="12" cy="10" r="3"/></svg>',
    )
  })

  it('has the class and the stroke width of its place, and is hidden from screen readers', () => {
    const [tag] = renderToStaticMarkup(<MapPin className="size-5" strokeWidth={1.75} />).split('>')
    expect(tag).toMatch(/class="icon size-5"/)
    expect(tag).toMatch(/stroke-width="1.75"/)
    expect(tag).toMatch(/aria-hidden="true"/)
  })
})
