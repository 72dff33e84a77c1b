/** Listens on a port, and says why that fails. */
import type { Server } from 'node:net'
import { networkInterfaces } from 'node:os'

/** The server cannot listen on its port. The message is for the operator. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** Resolves once the server listens. @throws ListenError */
export function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(messageFor(error, port, host), { cause: error })))
    server.listen(port, host, () => resolve())
  })
}

function messageFor(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use by another process. Stop it, or choose another port: PORT=${port + 1} npm start`
  if (error.code === 'EACCES') return `Port ${port} needs more rights. Choose a port above 1023.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine. Its addresses are ${ownAddresses().join(', ')}.`
  return `The server cannot listen on ${host}:${port}: ${error.message}`
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
}
