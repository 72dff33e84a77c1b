/** A span for each request. It has the path without secrets, and without the query, which may contain what somebody searched for. */
import { pathWithoutSecrets } from '#backend'
import { currentRequestId, withSpan } from '#backend/request-id'
import { type Client, handlerOf } from './site.ts'
import type { Tracing } from './tracing.ts'

type Site = (request: Request, client: Client) => Promise<Response>

export function traced(site: Site, tracing: Tracing, { trustProxy }: { readonly trustProxy: boolean }): Site {
  return (request, client) => {
    const { method } = request
    const { pathname } = new URL(request.url)
    const attributes = {
      'http.request.method': method,
      'url.path': pathWithoutSecrets(pathname),
      'tuckbox.request_id': currentRequestId() ?? '',
    }
    const isApi = apiPath.test(pathname)
    const parent = trustProxy || client.isLocal ? request.headers.get('traceparent') : null
    const span = tracing.start(`${method} ${handlerOf(request.url, isApi)}`, 'server', attributes, parent)
    return withSpan(span, async () => {
      const response = await site(request, client)
      span.set({ 'http.response.status_code': response.status })
      if (response.status >= 500) span.fail(undefined)
      return response
    })
  }
}

const apiPath = /^\/(rest|auth|storage|functions|realtime)\/v1(\/|$)/
