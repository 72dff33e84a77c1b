import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createSmtpMailer } from './smtp.ts'

interface Delivery {
  readonly envelope: readonly string[]
  readonly message: string
}

/** A server that speaks as much SMTP as a client without extensions needs. */
async function startSmtpServer({ refuses = false } = {}) {
  const deliveries: Delivery[] = []
  const server = createServer((socket) => converse(socket, deliveries, refuses))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return { url: `smtp://127.0.0.1:${address.port}`, deliveries }
}

function converse(socket: Socket, deliveries: Delivery[], refuses: boolean) {
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
      return say('250 kept')
    }
    if (/^(?:EHLO|HELO)/i.test(line)) return say('250 here')
    if (/^(?:MAIL|RCPT)/i.test(line)) {
      envelope.push(line)
      return say(refuses && /^RCPT/i.test(line) ? '550 nobody here' : '250 fine')
    }
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

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const letter = { to: 'ada@example.com', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' }

test('a letter goes out with its sender, its addressee and both parts', async () => {
  const { url, deliveries } = await startSmtpServer()
  const mailer = createSmtpMailer(url, 'Test Shop <hello@shop.example>')
  await mailer.send(letter)
  await mailer.close()
  expect(deliveries).toHaveLength(1)
  expect(deliveries[0]?.envelope).toEqual(['MAIL FROM:<hello@shop.example>', 'RCPT TO:<ada@example.com>'])
  expect(deliveries[0]?.message).toMatch(/^From: Test Shop <hello@shop\.example>$/m)
  expect(deliveries[0]?.message).toMatch(/^To: ada@example\.com$/m)
  expect(deliveries[0]?.message).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(deliveries[0]?.message).toContain('<p>Hello</p>')
})

test.each([
  ['several addressees', { to: 'ada@example.com, eve@example.com' }],
  ['an addressee behind a line break', { to: 'ada@example.com\r\nBcc: eve@example.com' }],
  ['an addressee in brackets', { to: 'Ada <eve@example.com>' }],
  ['no addressee', { to: '' }],
  ['a header in the subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
])('a letter with %s is not sent', async (_, wrong) => {
  const { url, deliveries } = await startSmtpServer()
  const mailer = createSmtpMailer(url, 'hello@shop.example')
  await expect(mailer.send({ ...letter, ...wrong })).rejects.toMatchObject({ name: 'MailError' })
  await mailer.close()
  expect(deliveries).toEqual([])
})

test('a refusal and a server that is not there are told with their cause', async () => {
  const { url } = await startSmtpServer({ refuses: true })
  const refused = createSmtpMailer(url, 'hello@shop.example')
  await expect(refused.send(letter)).rejects.toMatchObject({ name: 'MailError', cause: { responseCode: 550 } })
  await refused.close()
  const absent = createSmtpMailer('smtp://127.0.0.1:1', 'hello@shop.example')
  await expect(absent.send(letter)).rejects.toMatchObject({ name: 'MailError', cause: { code: 'ESOCKET' } })
  await absent.close()
})
