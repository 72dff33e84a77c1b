import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { createHostCheck, createOwnNameCheck } from './hosts.ts'

const loopback = ['localhost', 'localhost:3000', '127.0.0.1:3000', '127.8.9.1', '[::1]:3000', 'LOCALHOST']
const foreign = [
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil@localhost',
  'localhost:3000@evil.example',
  '',
  '[::1',
  'localhost/evil',
  '192.0.2.7',
  undefined,
]

describe('A server without a public URL', () => {
  it.each(['127.0.0.1', 'localhost', '::1'])('on %s accepts only the loopback names of its machine', (host) => {
    const accepts = createHostCheck({ host, publicUrl: undefined })
    for (const name of loopback) expect([name, accepts(name)]).toEqual([name, true])
    for (const name of foreign) expect([name, accepts(name)]).toEqual([name, false])
  })

  it('on one address also accepts that address', () => {
    const accepts = createHostCheck({ host: '192.168.1.5', publicUrl: undefined })
    expect([accepts('192.168.1.5:3000'), accepts('localhost'), accepts('192.168.1.6')]).toEqual([true, true, false])
  })

  it.each(['0.0.0.0', '::'])('on %s accepts all addresses of its machine', (host) => {
    const accepts = createHostCheck({ host, publicUrl: undefined })
    const own = Object.values(networkInterfaces()).flatMap(
      (all) => all?.map(({ address, family }) => ({ address, family })) ?? [],
    )
    for (const { address, family } of own) expect(accepts(family === 'IPv6' ? `[${address}]:80` : address)).toBe(true)
    for (const name of foreign) expect([name, accepts(name)]).toEqual([name, false])
  })
})

it('A server with a public URL accepts any host name', () => {
  const accepts = createHostCheck({ host: '127.0.0.1', publicUrl: 'https://tuckbox.example' })
  for (const name of [...loopback, ...foreign]) expect(accepts(name)).toBe(true)
})

it('A server whose public URL is a loopback address accepts only loopback names', () => {
  const accepts = createHostCheck({ host: '127.0.0.1', publicUrl: 'http://localhost:3000' })
  expect([accepts('localhost:3000'), accepts('evil.example')]).toEqual([true, false])
})

it('Only loopback names and the host that it listens on are names of the server itself', () => {
  const isOwn = createOwnNameCheck({ host: '192.168.1.5' })
  for (const name of [...loopback, '192.168.1.5', '192.168.1.5:3000']) expect([name, isOwn(name)]).toEqual([name, true])
  for (const name of [...foreign, '192.168.1.6']) expect([name, isOwn(name)]).toEqual([name, false])
})
