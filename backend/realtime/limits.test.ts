import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { defaultLimits, networkLimits } from './limits.ts'

const kilobyte = 1024

it('The limits of sockets are those that docs/security.md promises', () => {
  const [, table = ''] = readFileSync('docs/security.md', 'utf8').split('### Socket limits')
  const promised = Object.fromEntries(
    [...table.matchAll(/^\| (socket|message|presence|network|process) \| (.*) \|$/gm)].map(([, per, most = '']) => [
      per,
      (most.match(/\d[\d,]*(?= |$)/g) ?? []).map((number) => Number(number.replaceAll(',', ''))),
    ]),
  )
  const limits = defaultLimits
  expect(promised).toEqual({
    socket: [
      limits.messagesPerSecond,
      limits.channelsPerSocket,
      limits.subscriptionsPerSocket,
      limits.filterValuesPerSocket,
    ],
    message: [limits.messageBytes / kilobyte],
    presence: [limits.presencesPerKey, limits.presencesPerTopic, limits.presenceBytesPerTopic / kilobyte],
    network: [limits.socketsPerNetwork],
    process: [limits.sockets],
  })
  expect([limits.unsentBytes / kilobyte / kilobyte, limits.idleTimeoutMs / 1_000]).toEqual([1, 70])
})

it('Several processes share the limits of a network in equal parts', () => {
  expect(networkLimits(4)).toMatchObject({ socketsPerNetwork: 125, messagesPerNetwork: 250 })
})
