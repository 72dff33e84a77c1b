import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTransport, requireLoopback } from './transport.ts'

async function startOn(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the transport', () => {
  it.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'])('accepts %s', (url) =>
    expect(requireLoopback(url).origin).toBe(url),
  )

  it.each(['http://192.168.0.1:3000', 'https://tuckbox.test', 'http://127.0.0.1.example.com', 'file:///etc/passwd'])(
    'refuses %s, because a load on another machine would be an attack',
    (url) => expect(() => openTransport(url)).toThrow('is not this machine'),
  )

  it('refuses the addresses of other servers, also those of a link or a redirect', async () => {
    const url = await startOn((_, response) => response.writeHead(302, { location: 'http://example.com/' }).end())
    const transport = openTransport(url)
    onTestFinished(transport.close)
    await expect(transport.send('http://example.com/')).rejects.toThrow('not sent to http://example.com')
    await expect(transport.fetch('http://127.0.0.1:9/')).rejects.toThrow('not sent to')
    expect((await transport.send('/')).status).toBe(302)
  })

  it('sends the method, headers and body, and returns the answer', async () => {
    const url = await startOn(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      response.writeHead(201, { 'x-seen': String(request.headers['x-sent']) }).end(`${request.method} ${body}`)
    })
    const transport = openTransport(url)
    onTestFinished(transport.close)
    const response = await transport.fetch(`${url}/a`, { method: 'POST', headers: { 'x-sent': 'yes' }, body: 'täxt' })
    expect({ status: response.status, seen: response.headers.get('x-seen'), body: await response.text() }).toEqual({
      status: 201,
      seen: 'yes',
      body: 'POST täxt',
    })
  })

  it('fails without an answer in time', async () => {
    const url = await startOn(() => {})
    const transport = openTransport(url, 100)
    onTestFinished(transport.close)
    await expect(transport.send('/')).rejects.toThrow('no answer in 0.1 s')
  })

  it('fails if an answer breaks off', async () => {
    const url = await startOn((request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half')
      setTimeout(() => request.socket.destroy(), 20)
    })
    const transport = openTransport(url)
    onTestFinished(transport.close)
    await expect(transport.send('/')).rejects.toThrow('ECONNRESET')
  })
})
