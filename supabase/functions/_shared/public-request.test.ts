import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { AddressNotAllowed, publicNetwork, requestPublic } from './public-request.ts'

const send = (address: string, resolved: readonly string[] = []) =>
  requestPublic(new URL(address), {
    headers: {},
    network: { ...publicNetwork, resolve: async () => resolved },
    signal: AbortSignal.timeout(5_000),
  })

it.each([
  'http://127.0.0.1/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://2130706433/',
])('A request to %s is refused', async (address) => {
  await expect(send(address)).rejects.toThrow(AddressNotAllowed)
})

it.each([[['127.0.0.1']], [['93.184.215.14', '10.0.0.1']], [['::1']], [[]]])(
  'A request to a name with the addresses %j is refused',
  async (resolved) => {
    await expect(send('https://push.example/', resolved)).rejects.toThrow(AddressNotAllowed)
  },
)

it('A request to another port than those of the web is refused', async () => {
  await expect(send('https://push.example:6379/', ['93.184.215.14'])).rejects.toThrow(AddressNotAllowed)
})

it.each([
  ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['only sends an informational response', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['closes the connection', ''],
])('A request to a server that %s fails, and its connection is closed', async (_, answer) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (answer ? socket.write(answer) : socket.end()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sent = requestPublic(new URL(`http://push.example:${port}/`), {
    headers: {},
    network: { resolve: async () => ['127.0.0.1'], isAllowed: () => true },
    signal: AbortSignal.timeout(1_000),
  })
  await expect(sent).rejects.toThrow()
  // Waits for every connection.
  await new Promise((resolve) => server.close(resolve))
})
