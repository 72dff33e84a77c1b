/**
 * A link to a page of the app. On the server it is a plain element: the router's resolves its target and subscribes to
 * navigations, which took a seventh of a page's rendering.
 */
import { type LinkProps, Link as RouterLink } from 'react-router'

export const Link = import.meta.env.SSR ? ServerLink : RouterLink

/** The element that the browser's renders, which link.test.tsx holds. */
export function ServerLink(link: LinkProps) {
  const { to, replace: _, state: __, preventScrollReset: ___, ...attributes } = link
  // A target relative to the current page needs the router.
  if (typeof to !== 'string' || !to.startsWith('/')) return <RouterLink {...link} />
  return <a {...attributes} href={to} data-discover="true" />
}
