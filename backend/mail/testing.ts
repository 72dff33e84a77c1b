/** A minimal SMTP server for tests, with configurable failures. */
import { createServer, type Socket } from 'node:net'

export interface Delivery {
  /** The MAIL and RCPT commands. */
  readonly envelope: readonly string[]
  /** Headers and body, with \n line ends. */
  readonly message: string
}

/** `falls silent` accepts an email but does not respond, as if its response were lost. */
export type Behaviour = 'takes' | 'refuses' | 'falls silent'

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
    converse(socket, deliveries, () => started.behaviour)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const started: SmtpServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    deliveries,
    behaviour: 'takes',
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return started
}

function converse(socket: Socket, deliveries: Delivery[], behaviour: () => Behaviour) {
  let envelope: string[] = []
  let message: string[] | undefined
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  const hear = (line: string) => {
    if (message !== undefined) {
      if (line !== '.') return void message.push(line.replace(/^\./, ''))
      deliveries.push({ envelope, message: message.join('\n') })
      envelope = []
      message = undefined
      return behaviour() === 'falls silent' ? undefined : say('250 kept')
    }
    if (/^(?:EHLO|HELO)/i.test(line)) return say('250 here')
    if (/^(?:MAIL|RCPT)/i.test(line)) {
      envelope.push(line)
      return say(behaviour() === 'refuses' && /^RCPT/i.test(line) ? '550 nobody here' : '250 fine')
    }
    if (/^RSET/i.test(line)) envelope = []
    if (/^DATA/i.test(line)) {
      message = []
      return say('354 go on')
    }
    if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n')
    return say('250 fine')
  }
  say('220 test')
  socket.on('error', () => socket.destroy())
  socket.on('data', (data) => {
    const lines = (rest + data.toString('utf8')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })
}
