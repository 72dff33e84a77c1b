/** The backend of a page under test: a fetch that answers from the test, and keeps what was asked. */
import { type Answers, Counted, type Fixed, InTurn, never, type PageRequest, Refused, unreachable } from './answers.ts'
import { MissingColumn, selectColumns } from './select-columns.ts'

export interface AnsweringBackend {
  readonly fetch: typeof globalThis.fetch
  /** Changes what later requests get. */
  answer(changes: Answers): void
  /** Those of one kind, the first one first. @param key such as 'POST /rest/v1/rpc/place_order' */
  requests(key: string): readonly PageRequest[]
  /** Sentences about requests without an answer, and about answers that lack a column. */
  readonly problems: readonly string[]
  /** From now on nothing is answered. */
  close(): void
}

/** @param otherwise the answer to all other requests; without it they are problems */
export function createAnsweringBackend(answers: Answers, otherwise?: Fixed<unknown>): AnsweringBackend {
  const byKey = new Map<string, unknown>(Object.entries(answers))
  const requests: PageRequest[] = []
  const problems: string[] = []
  let isClosed = false

  async function respond(request: Request): Promise<Response> {
    const asked = await readRequest(request)
    if (isClosed) return untilAborted(request.signal)
    requests.push(asked)
    if (!byKey.has(asked.key) && otherwise === undefined)
      return tell(`The test has no answer for ${asked.key}${shown(asked.url)}.`)
    const count = requests.filter(({ key }) => key === asked.key).length
    const found = byKey.has(asked.key) ? valueFor(byKey.get(asked.key), asked, count) : otherwise
    if (found === never) return untilAborted(request.signal)
    if (found === unreachable) throw new TypeError('Failed to fetch')
    try {
      return responseOf(found, asked)
    } catch (error) {
      if (!(error instanceof MissingColumn)) throw error
      return tell(`The answer to ${asked.key} has no ${error.message}, which the request selects.`)
    }
  }

  function tell(problem: string): never {
    problems.push(problem)
    throw new TypeError(problem)
  }

  return {
    fetch: (input, init) => respond(new Request(input, init)),
    answer(changes) {
      for (const [key, value] of Object.entries(changes)) byKey.set(key, value)
    },
    requests: (key) => requests.filter((request) => request.key === key),
    problems,
    close() {
      isClosed = true
    },
  }
}

/** The start of the query, which tells requests of one table apart. */
const shown = ({ search }: URL) => decodeURIComponent(search).slice(0, 200)

async function readRequest(request: Request): Promise<PageRequest> {
  const url = new URL(request.url)
  const text = request.headers.get('content-type')?.startsWith('multipart/') ? '' : await request.text()
  return { key: `${request.method} ${url.pathname}`, url, headers: request.headers, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}

/** @param count how many requests of this kind there were, with this one */
function valueFor(answer: unknown, request: PageRequest, count: number): unknown {
  if (answer instanceof InTurn) return valueFor(answer.answers[Math.min(count, answer.answers.length) - 1], request, 1)
  if (typeof answer === 'function') return valueFor(answer(request), request, count)
  return answer
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('The request was aborted', 'AbortError')))
  })
}

function responseOf(found: unknown, request: PageRequest): Response {
  if (found instanceof Refused) return Response.json(found.body, { status: found.status })
  const { rows, total } = found instanceof Counted ? found : { rows: found, total: undefined }
  const select = request.url.searchParams.get('select')
  const value = select === null ? rows : selectColumns(rows, select)
  if (value === undefined || value === null) return new Response(null, { status: 204 })
  if (value instanceof Blob) return new Response(value)
  const isOne = request.headers.get('accept')?.startsWith('application/vnd.pgrst.object') && Array.isArray(value)
  if (isOne && value.length !== 1) return Response.json(notOne, { status: 406 })
  const headers = new Headers()
  if (Array.isArray(value)) headers.set('content-range', contentRange(value.length, total))
  return Response.json(isOne ? value[0] : value, { headers })
}

const contentRange = (length: number, total = length) => `${length > 0 ? `0-${length - 1}` : '*'}/${total}`

const notOne = { code: 'PGRST116', message: 'JSON object requested, multiple (or no) rows returned', details: null }
