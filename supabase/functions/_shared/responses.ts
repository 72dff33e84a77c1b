/** Responses of functions: JSON readable from any origin, and refusals in the same form as the database's. */

/** An error for the caller. Any other thrown value becomes a 500 without details. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** A stable code for programs. */
  readonly hint: string

  constructor(status: number, hint: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.hint = hint
  }
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
}

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { ...cors, 'cache-control': 'no-store' } })
}

/** Serves the given methods. Responds to preflights and refusals, and logs other errors. */
export function serve(methods: readonly string[], handle: (request: Request) => Promise<Response>): void {
  Deno.serve(async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
    if (!methods.includes(request.method)) return refuse(new Refusal(405, 'method', 'Method not allowed'))
    try {
      return await handle(request)
    } catch (error) {
      if (error instanceof Refusal) return refuse(error)
      console.error(error)
      return refuse(new Refusal(500, 'internal', 'Something went wrong on our side. Please try again.'))
    }
  })
}

function refuse({ status, hint, message, cause }: Refusal): Response {
  if (cause) console.error(cause)
  return json({ message, hint }, status)
}
