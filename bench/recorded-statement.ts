/** Records the statement that the table API sends for a request. */
import type { Database, Statement } from '../backend/database/database.ts'
import { createRest } from '../backend/rest/index.ts'

interface Caller {
  readonly role: string
  readonly claimsText: string
}

const visitor: Caller = { role: 'anon', claimsText: '{"role":"anon"}' }

export interface Recorder {
  /** Sends the request. @throws Error if it fails, or needs other than one statement */
  statementOf(request: Request, caller?: Caller): Promise<Statement>
  close(): Promise<void>
}

export async function openRecorder(database: Database): Promise<Recorder> {
  let sent: Statement[] = []
  const recorder: Database = {
    ...database,
    run(statement, session) {
      if (session) sent.push(statement)
      return database.run(statement, session)
    },
  }
  const rest = await createRest({
    database: recorder,
    schemas: ['public'],
    extraSearchPath: ['public', 'extensions'],
    maxRows: 1_000,
  })
  return {
    async statementOf(request, caller = visitor) {
      sent = []
      const response = await rest.handle(request, caller)
      const [statement] = sent
      if (!response.ok || !statement || sent.length !== 1)
        throw new Error(
          `${request.url}: expected one statement and success, got ${sent.length} and status ${response.status}: ${await response.text()}`,
        )
      return statement
    },
    close: () => rest.close(),
  }
}

/** Records one statement of a visitor. */
export async function recordStatement(database: Database, request: Request): Promise<Statement> {
  const recorder = await openRecorder(database)
  try {
    return await recorder.statementOf(request)
  } finally {
    await recorder.close()
  }
}
