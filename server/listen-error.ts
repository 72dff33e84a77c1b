/** Why a port cannot be had. */
import { networkInterfaces } from 'node:os'

/** The port cannot be had; the message is a sentence for whoever started the program. */
export class ListenError extends Error {
  override readonly name = 'ListenError'

  static of(error: NodeJS.ErrnoException, port: number, host: string): ListenError {
    return new ListenError(sentence(error, port, host), { cause: error })
  }
}

function sentence(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use by another process. Stop it, or choose another: PORT=${port + 1} npm start`
  if (error.code === 'EACCES') return `Port ${port} may not be used without more rights. Choose one above 1023.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine. It has: ${ownAddresses().join(', ')}.`
  return `The server cannot listen on ${host}:${port}: ${error.message}`
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
}
