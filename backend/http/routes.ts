/** The routes of a protocol, found by hono's router. Each route names its rate limit, so that none is forgotten. */
import { PatternRouter } from 'hono/router/pattern-router'
import type { RouteLimit } from './request-limits.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** In a path, `:name` is one segment, and a final `*` the rest, as the parameter `rest`. */
export type Route<Endpoint extends readonly unknown[]> = readonly [
  method: Method,
  path: string,
  limit: RouteLimit | ((url: URL) => RouteLimit),
  ...endpoint: Endpoint,
]

type Params = Readonly<Record<string, string>>

/** Parameters are still percent-encoded. */
export type Found<R> =
  | { readonly kind: 'route'; readonly route: R; readonly limit: RouteLimit; readonly params: Params }
  | { readonly kind: 'unknown path' | 'unknown method'; readonly limit: 'unknown paths' }

/** A request with its route, which is found before the body is read, so that the gateway can refuse it. */
export interface MatchedRequest<Client> {
  readonly limit: RouteLimit
  /** Never rejects. */
  respond(request: Request, client: Client): Promise<Response>
}

export interface Routes<R> {
  /** The first route that matches. @param path the URL's path after the protocol's prefix */
  find(method: string, path: string, url: URL): Found<R>
  /** Every route, as `METHOD /path`. */
  readonly names: readonly string[]
}

export function createRoutes<R extends Route<readonly unknown[]>>(routes: readonly R[]): Routes<R> {
  const router = new PatternRouter<R>()
  for (const route of routes) router.add(route[0], route[1].replace(/\*$/, ':rest{[^/].*}'), route)
  const methods = new Set(routes.map(([method]) => method))
  // hono ignores a trailing slash. Supabase's routers do not.
  const match = (method: string, path: string) =>
    router.match(method, path)[0].find(([[, pattern]]) => pattern.endsWith('*') || !path.endsWith('/'))
  return {
    find(method, path, url) {
      const [route, params] = match(method, path) ?? []
      if (route) {
        const limit = typeof route[2] === 'function' ? route[2](url) : route[2]
        return { kind: 'route', route, limit, params: params as Params }
      }
      const isPath = [...methods].some((other) => match(other, path) !== undefined)
      return { kind: isPath ? 'unknown method' : 'unknown path', limit: 'unknown paths' }
    },
    names: routes.map(([method, path]) => `${method} ${path}`),
  }
}
