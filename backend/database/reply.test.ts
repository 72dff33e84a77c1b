import { describe, expect, it } from 'vitest'
import { readReply } from './reply.ts'

/** An ErrorResponse followed by ReadyForQuery. */
function errorReply(severity: string): Buffer {
  const fields = Buffer.from(`S${severity}\0V${severity}\0CXX000\0MERRORDATA_STACK_SIZE exceeded\0\0`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields, Buffer.from([0x5a, 0, 0, 0, 5, 0x49])])
}

describe('a reply', () => {
  it.each([
    ['ERROR', ['XX000']],
    ['PANIC', ['XX000', 'panic']],
  ])(
    'with an error of severity %s is passed to its handler, and a panic also to the connection',
    (severity, expected) => {
      const received: string[] = []
      readReply(
        errorReply(severity),
        {
          handleError: (error) => received.push('code' in error ? String(error.code) : ''),
          handleReadyForQuery: () => {},
        },
        { onNotification: () => {}, onPanic: () => received.push('panic') },
      )
      expect(received).toEqual(expected)
    },
  )
})
