import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type LinkProps, MemoryRouter, Link as RouterLink } from 'react-router'
import { describe, expect, it } from 'vitest'
import { ServerLink } from './link.tsx'

/** The attributes in the order of their names, which is of no importance. */
function elementOf(Link: ComponentType<LinkProps>, link: LinkProps): string {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/category/Cakes?sort=price']}>
      <Link {...link} />
    </MemoryRouter>,
  )
  const [, attributes = '', content] = /^<a (.*?)>(.*)<\/a>$/.exec(html) ?? []
  return [...(attributes.match(/[^ ]+="[^"]*"/g) ?? []).sort(), content].join(' ')
}

describe('a link on the server', () => {
  it.each<LinkProps>([
    { to: '/', children: 'Home' },
    { to: '/shop/cr%C3%A8me?tab=reviews#list', className: 'text-link', 'aria-current': 'true' },
    { to: '/search', state: { focus: true }, replace: true, preventScrollReset: true },
    { to: '?sort=name' },
    { to: { search: 'page=2' }, 'aria-label': 'Show more' },
    { to: '/faq', onClick: () => {} },
    { to: 'https://example.com/', target: '_blank', rel: 'noreferrer' },
  ])('is the element of the browser: $to', (link) => {
    expect(elementOf(ServerLink, link)).toBe(elementOf(RouterLink, link))
  })
})
