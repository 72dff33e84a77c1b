/** A TCP proxy in front of a server that can drop its connections and refuse new ones. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface NetworkProxy {
  /** The URL of the site through the proxy. */
  readonly url: string
  disconnect(): void
  reconnect(): void
  close(): void
}

export async function startNetworkProxy(siteUrl: string): Promise<NetworkProxy> {
  const { hostname, port } = new URL(siteUrl)
  const open = new Set<Socket>()
  let isDisconnected = false
  const server = createServer((client) => {
    if (isDisconnected) {
      client.destroy()
      return
    }
    const upstream = connect(Number(port), hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
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
  if (!isAddress(address)) throw new Error('The proxy has no port.')
  const destroyConnections = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    disconnect() {
      isDisconnected = true
      destroyConnections()
    },
    reconnect() {
      isDisconnected = false
    },
    close() {
      server.close()
      destroyConnections()
    },
  }
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
