/** Why the server cannot listen on its port. */
import { networkInterfaces } from 'node:os'

/** The server cannot listen on its port. The message is for the operator. */
export class ListenError extends Error {
  override readonly name = 'ListenError'

  static of(error: NodeJS.ErrnoException, port: number, host: string): ListenError {
    return new ListenError(messageFor(error, port, host), { cause: error })
  }
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
