/**
 * The raw limit: a minimal node:http server in its own process. It sends one prepared statement over our driver and returns the
 * result. Its environment: PORT, DATA_DIR or DATABASE_URL, STATEMENT.
 */
import { createServer } from 'node:http'
import { openPglite } from '../backend/database/pglite.ts'
import { openPostgres } from '../backend/database/postgres.ts'

const { PORT, DATA_DIR = '', DATABASE_URL, STATEMENT = '' } = process.env
const statement = JSON.parse(STATEMENT)
const database = DATABASE_URL ? await openPostgres({ url: DATABASE_URL }) : await openPglite({ dataDir: DATA_DIR })
/** The column of the response body in the only row. */
const bodyColumn = 2

const server = createServer((request, response) => {
  request.resume()
  database.run(statement).then(
    ({ rows }) => {
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.end(rows[0]?.[bodyColumn])
    },
    (error: Error) => {
      response.statusCode = 500
      response.end(error.message)
    },
  )
})
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address()
  console.log(`open at http://127.0.0.1:${typeof address === 'object' && address ? address.port : PORT}`)
})
process.on('SIGTERM', () => void database.close().then(() => process.exit(0)))
