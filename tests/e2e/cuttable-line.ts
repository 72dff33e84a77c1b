/** A line to a server that can be cut: what is on it breaks off, and nothing gets through until it is mended. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CuttableLine {
  /** The site, by this line. */
  readonly url: string
  cut(): void
  mend(): void
  close(): void
}

export async function cuttableLine(siteUrl: string): Promise<CuttableLine> {
  const { hostname, port } = new URL(siteUrl)
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!isAddress(address)) throw new Error('The line has no port.')
  const breakOff = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true
      breakOff()
    },
    mend() {
      isCut = false
    },
    close() {
      server.close()
      breakOff()
    },
  }
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
