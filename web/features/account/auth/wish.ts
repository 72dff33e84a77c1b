/**
 * What a visitor wanted before they signed in, such as a favourite. It goes along in the query of the page that an
 * emailed link or a provider returns to, and is granted once, in the tab that then has the session.
 */
import { useEffect } from 'react'
import type { SessionUser } from './session-user.ts'

export const wishParameter = 'wish'

/** The path and query of a page, without its fragment. */
export function pagePath({ pathname, search }: Pick<URL, 'pathname' | 'search'>, wish: string | null = null): string {
  const query = new URLSearchParams(search)
  query.delete(wishParameter)
  if (wish !== null) query.set(wishParameter, wish)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

export function readWish({ searchParams }: URL): string | null {
  return searchParams.get(wishParameter)
}

/** The URL for an emailed link or a provider. A path of another origin, such as `//evil.example`, becomes the home page. */
export function returnUrl(path: string, origin: string): string {
  const url = URL.canParse(path, origin) ? new URL(path, origin) : null
  if (!path.startsWith('/') || url?.origin !== origin || url.href === `${origin}/`) return origin
  return url.href
}

type Grant = (wish: string, user: SessionUser) => void

/** Granted, and not taken yet by the feature that can do it. */
let granted: Parameters<Grant> | null = null
const takers = new Set<() => void>()

export function grantWish(wish: string, user: SessionUser): void {
  granted = [wish, user]
  for (const take of takers) take()
}

/** Takes a granted wish that begins with `prefix`. @returns a function that stops */
export function takeWishes(prefix: string, act: Grant): () => void {
  function take(): void {
    if (!granted?.[0].startsWith(prefix)) return
    const [wish, user] = granted
    granted = null
    act(wish.slice(prefix.length), user)
  }
  takers.add(take)
  take()
  return () => takers.delete(take)
}

/** @param act a constant function */
export function useWishes(prefix: string, act: Grant): void {
  useEffect(() => takeWishes(prefix, act), [prefix, act])
}
