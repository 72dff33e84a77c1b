/** Records the statement that the table API sends for a request, for the bare server. */
import type { Database, Statement } from '../backend/database/database.ts'
import { createRest } from '../backend/rest/index.ts'

export async function recordStatement(database: Database, request: Request): Promise<Statement> {
  const sent: Statement[] = []
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
  const response = await rest.handle(request, { role: 'anon', claimsText: '{"role":"anon"}' })
  await rest.close()
  const [statement] = sent
  if (!response.ok || !statement || sent.length !== 1)
    throw new Error(`expected one statement and success, got ${sent.length} and status ${response.status}`)
  return statement
}
