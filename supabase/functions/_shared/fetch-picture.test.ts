/** Fetching pictures from hostile addresses: real HTTP on loopback, which only the test network allows. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchPicture, maxBytes, PictureError } from './fetch-picture.ts'
import { isPublicAddress } from './public-address.ts'
import type { Network } from './public-request.ts'

describe('isPublicAddress', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4009::1'])('accepts %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
})

describe('fetchPicture', () => {
  let server: Server
  let port: number
  let png: Buffer
  let requests: string[] = []
  const routes: Record<string, (response: ServerResponse) => void> = {
    '/cake.png': (response) => response.setHeader('content-type', 'text/plain').end(png),
    '/page': (response) => response.setHeader('content-type', 'image/png').end('<html>'),
    '/gone': (response) => response.writeHead(404).end(),
    '/large': (response) => {
      response.on('error', () => {})
      // Without a content length, and without an end.
      const more = () => response.write(Buffer.alloc(256 * 1024, 1)) && setImmediate(more)
      response.on('drain', more)
      more()
    },
    '/said-large': (response) => response.setHeader('content-length', maxBytes + 1).end(),
    '/moved': (response) => response.writeHead(302, { location: '/cake.png' }).end(),
    '/round': (response) => response.writeHead(302, { location: '/round' }).end(),
    '/inside': (response) => response.writeHead(302, { location: `http://inside.test:${port}/cake.png` }).end(),
    '/file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  }
  beforeAll(async () => {
    png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a34' } })
      .png()
      .toBuffer()
    server = createServer((request, response) => {
      requests.push(`${request.headers.host}${request.url}`)
      routes[request.url ?? '']?.(response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** `outside.test` resolves to an allowed loopback address, `inside.test` to a private one. */
  const network: Network = {
    resolve: async (name) =>
      name === 'outside.test' ? ['127.0.0.1'] : name === 'both.test' ? ['127.0.0.1', '10.0.0.1'] : ['10.0.0.1'],
    isAllowed: (address) => address === '127.0.0.1',
  }
  const fetched = (path: string, host = 'outside.test') => fetchPicture(`http://${host}:${port}${path}`, network)
  const problem = async (given: Promise<unknown>): Promise<string> => {
    const error: unknown = await given.then(
      () => undefined,
      (refused: unknown) => refused,
    )
    if (!(error instanceof PictureError)) throw error ?? new Error('The picture was fetched.')
    return error.message
  }

  it('detects the type from the bytes, and follows redirects', async () => {
    for (const path of ['/cake.png', '/moved']) {
      const { bytes, type, extension } = await fetched(path)
      expect([Buffer.from(bytes).equals(png), type, extension]).toEqual([true, 'image/png', 'png'])
    }
    expect(requests).toContain(`outside.test:${port}/cake.png`)
  })

  it('never connects to a private address, by name, by number or by redirect', async () => {
    requests = []
    const refused = 'Pictures are fetched from public web addresses only.'
    expect(await problem(fetched('/cake.png', 'inside.test'))).toBe(refused)
    expect(await problem(fetched('/cake.png', 'both.test'))).toBe(refused)
    expect(await problem(fetched('/inside'))).toBe(refused)
    expect(requests).toEqual([`outside.test:${port}/inside`])
    requests = []
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]'])
      expect(await problem(fetchPicture(`http://${host}:${port}/cake.png`)), host).toBe(refused)
    expect(await problem(fetchPicture('http://169.254.169.254/latest/meta-data/'))).toBe(refused)
    expect(requests).toEqual([])
  })

  it.each([
    'file:///etc/passwd',
    'ftp://x.test/a.png',
    'http://user:word@x.test/a.png',
    'data:image/png;base64,AAAA',
    'cake.png',
  ])('refuses %s', async (address) =>
    expect(await problem(fetchPicture(address, network))).toBe('Please enter a valid URL.'),
  )

  it('refuses redirect loops and redirects to files', async () => {
    expect(await problem(fetched('/round'))).toBe('That address redirects too many times.')
    expect(await problem(fetched('/file'))).toBe('Please enter a valid URL.')
  })

  it('refuses 5 MB or more, with and without a content length', async () => {
    for (const path of ['/large', '/said-large'])
      expect(await problem(fetched(path))).toBe('File size is too large. Please upload an image under 5MB.')
  })

  it('refuses other content and missing pictures', async () => {
    expect(await problem(fetched('/page'))).toBe('There is no picture at that address (JPEG, PNG, WebP, AVIF or GIF).')
    expect(await problem(fetched('/gone'))).toBe('The picture could not be fetched from that address.')
  })
})
