/** A minimal SMTP server for tests, with configurable failures. */
import { createServer, type Socket } from 'node:net'

interface Delivery {
  /** The MAIL and RCPT commands. */
  readonly envelope: readonly string[]
  /** Headers and body, with \n line ends. */
  readonly message: string
}

/** `loses response` accepts an email but does not respond. */
type Behaviour = 'accepts' | 'refuses' | 'loses response'

export interface SmtpServer {
  readonly url: string
  readonly deliveries: readonly Delivery[]
  behaviour: Behaviour
  close(): Promise<void>
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const deliveries: Delivery[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serveClient(socket, deliveries, () => started.behaviour)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const started: SmtpServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    deliveries,
    behaviour: 'accepts',
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return started
}

function serveClient(socket: Socket, deliveries: Delivery[], behaviour: () => Behaviour) {
  let envelope: string[] = []
  let message: string[] | undefined
  let rest = ''
  const reply = (line: string) => socket.write(`${line}\r\n`)
  const handleLine = (line: string) => {
    if (message !== undefined) {
      if (line !== '.') return void message.push(line.replace(/^\./, ''))
      deliveries.push({ envelope, message: message.join('\n') })
      envelope = []
      message = undefined
      return behaviour() === 'loses response' ? undefined : reply('250 kept')
    }
    if (/^(?:EHLO|HELO)/i.test(line)) return reply('250 here')
    if (/^(?:MAIL|RCPT)/i.test(line)) {
      envelope.push(line)
      return reply(behaviour() === 'refuses' && /^RCPT/i.test(line) ? '550 nobody here' : '250 fine')
    }
    if (/^RSET/i.test(line)) envelope = []
    if (/^DATA/i.test(line)) {
      message = []
      return reply('354 go on')
    }
    if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n')
    return reply('250 fine')
  }
  reply('220 test')
  socket.on('error', () => socket.destroy())
  socket.on('data', (data) => {
    const lines = (rest + data.toString('utf8')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) handleLine(line)
  })
}
