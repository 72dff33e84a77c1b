/** The raw limit of serving a file: a minimal node:http server in its own process. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'

const file = process.argv[2] ?? ''
const server = createServer(async (_request, response) => {
  const { size } = await stat(file)
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': size })
  createReadStream(file).pipe(response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
process.once('disconnect', () => process.exit(0))
