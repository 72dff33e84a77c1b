import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../fuzzing.ts'
import { StorageError } from './errors.ts'
import { boundaryOf, readParts } from './multipart.ts'

async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function collect(body: Buffer, boundary: string, sizes: readonly number[]) {
  const parts = []
  for await (const { bytes, ...part } of readParts(inPieces(body, sizes), boundary)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of bytes) chunks.push(chunk)
    parts.push({ ...part, text: Buffer.concat(chunks).toString('latin1') })
  }
  return parts
}

const pieceSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })

describe('reading multipart/form-data', () => {
  it('parses the platform’s own FormData, in chunks of any size', async () => {
    const entries = fc.array(fc.tuple(fc.string({ maxLength: 8 }), fc.uint8Array({ maxLength: 60 })), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(entries, pieceSizes, async (files, sizes) => {
        const form = new FormData()
        for (const [name, bytes] of files) form.append(name, new File([new Uint8Array(bytes)], 'x', { type: 'a/b' }))
        const request = new Response(form)
        const boundary = boundaryOf(request.headers.get('content-type') ?? '')
        const parts = await collect(Buffer.from(await request.arrayBuffer()), boundary, sizes)
        expect(parts.map(({ text }) => text)).toEqual(files.map(([, bytes]) => Buffer.from(bytes).toString('latin1')))
      }),
      { numRuns: fuzzRuns(300) },
    )
  })

  it('accepts a file that contains almost a boundary', async () => {
    const file = '\r\n--xy\r\n--xyz\r-\r\n-\r\n--xyZ--\r\n--'
    const body = Buffer.from(
      `--xyz0\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n${file}\r\n--xyz0--`,
    )
    for (let size = 1; size < 40; size++) {
      expect(await collect(body, 'xyz0', [size])).toEqual([{ name: 'a', filename: 'b', contentType: null, text: file }])
    }
  })

  it('refuses any other body with a StorageError', async () => {
    const alphabet = [
      '--b',
      '\r\n',
      '--',
      'Content-Disposition: form-data; name="x"',
      ': ',
      'x',
      '\0',
      '"',
      ';filename="',
    ]
    const garbage = fc.array(fc.constantFrom(...alphabet), { maxLength: 20 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(garbage, pieceSizes, async (text, sizes) => {
        const error = await collect(Buffer.from(text), 'b', sizes).then(
          () => null,
          (reason: unknown) => reason,
        )
        expect(error === null || error instanceof StorageError).toBe(true)
      }),
      { numRuns: fuzzRuns(500) },
    )
  })

  it('stops reading the body when the reader stops', async () => {
    let isClosed = false
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from('--b\r\nContent-Disposition: form-data; name="x"; filename="y"\r\n\r\nzz')
      } finally {
        isClosed = true
      }
    }
    for await (const { name } of readParts(body(), 'b')) if (name === 'x') break
    expect(isClosed).toBe(true)
  })

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
  ])('refuses %s', (type) => {
    expect(() => boundaryOf(type)).toThrow(StorageError)
  })

  it('accepts a quoted boundary', () => {
    expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b:c"')).toBe('a b:c')
  })
})
