import { afterEach, expect, test } from 'vitest'
import { createSmtpTransport } from './smtp.ts'
import { type SmtpServer, startSmtpServer } from './testing.ts'

const servers: SmtpServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

async function startServer(): Promise<SmtpServer> {
  const server = await startSmtpServer()
  servers.push(server)
  return server
}

const email = { to: 'ada@example.com', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' }

test('an email is sent with its sender, its recipient and both parts', async () => {
  const { url, deliveries } = await startServer()
  const transport = createSmtpTransport(url, 'Test Shop <hello@shop.example>')
  await transport.send(email)
  await transport.close()
  expect(deliveries).toHaveLength(1)
  expect(deliveries[0]?.envelope).toEqual(['MAIL FROM:<hello@shop.example>', 'RCPT TO:<ada@example.com>'])
  expect(deliveries[0]?.message).toMatch(/^From: Test Shop <hello@shop\.example>$/m)
  expect(deliveries[0]?.message).toMatch(/^To: ada@example\.com$/m)
  expect(deliveries[0]?.message).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(deliveries[0]?.message).toContain('<p>Hello</p>')
})

test.each([
  ['several recipients', { to: 'ada@example.com, eve@example.com' }],
  ['a recipient after a line break', { to: 'ada@example.com\r\nBcc: eve@example.com' }],
  ['a recipient in brackets', { to: 'Ada <eve@example.com>' }],
  ['no recipient', { to: '' }],
  ['a header in the subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
])('an email with %s is not sent', async (_, wrong) => {
  const { url, deliveries } = await startServer()
  const transport = createSmtpTransport(url, 'hello@shop.example')
  await expect(transport.send({ ...email, ...wrong })).rejects.toMatchObject({ name: 'MailError' })
  await transport.close()
  expect(deliveries).toEqual([])
})

test('a refused email and an unreachable server cause errors that name their cause', async () => {
  const server = await startServer()
  server.behaviour = 'refuses'
  const { url } = server
  const refused = createSmtpTransport(url, 'hello@shop.example')
  await expect(refused.send(email)).rejects.toMatchObject({ name: 'MailError', cause: { responseCode: 550 } })
  await refused.close()
  const absent = createSmtpTransport('smtp://127.0.0.1:1', 'hello@shop.example')
  await expect(absent.send(email)).rejects.toMatchObject({ name: 'MailError', cause: { code: 'ESOCKET' } })
  await absent.close()
})
