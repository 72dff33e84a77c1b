/** CORS preflight: pages of every origin may call the API. */
import { responseHeaders } from './response-headers.ts'

/** The response to a preflight request. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...responseHeaders,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
      vary: 'Access-Control-Request-Headers',
    },
  })
}

export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
}
