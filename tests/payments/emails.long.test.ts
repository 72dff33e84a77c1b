/** A crash of the server while it sends emails over SMTP. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmtpServer, startSmtpServer } from '#backend/mail/testing'
import { startServer, type TestServer } from '../harness.ts'
import { buy, inOutbox, mailEnvironment, makeDue, until } from './email-fixtures.ts'
import { type Buyer, callFunction, newBuyer, openShop, type Shop } from './market-fixtures.ts'

let dataDir: string
let smtp: SmtpServer
let server: TestServer
let buyer: Buyer
let shop: Shop

const start = () => startServer({ dataDir, env: mailEnvironment(smtp) })
const send = (to: TestServer) => callFunction(to, 'send-mail')
const to = (address: string) => smtp.deliveries.filter(({ envelope }) => envelope.includes(`RCPT TO:<${address}>`))
const idOf = (message: string) => /^Message-ID: (.*)$/im.exec(message)?.[1]

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-emails-'))
  smtp = await startSmtpServer()
  server = await start()
  shop = await openShop(server, 'crumb')
  buyer = await newBuyer(server)
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await smtp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('A mail server whose response is lost in a crash gets the email again with the same message id', async () => {
  smtp.behaviour = 'loses response'
  await buy(buyer, [[shop, 1]])
  void send(server).catch(() => {})
  await until(() => smtp.deliveries.length >= 2)
  await server.stop('SIGKILL')
  smtp.behaviour = 'accepts'
  server = await start()
  // The crashed process's claim is still valid.
  await send(server)
  expect(smtp.deliveries).toHaveLength(2)
  await makeDue(server)
  await send(server)
  expect((await inOutbox(server)).every(({ status }) => status === 'sent')).toBe(true)
  const [first, second, ...more] = to(buyer.email)
  expect(more).toEqual([])
  expect(idOf(second?.message ?? '')).toBe(idOf(first?.message ?? ''))
  expect(idOf(first?.message ?? '')).toMatch(/^<[\da-f-]{36}@tuckbox\.example>$/)
})
