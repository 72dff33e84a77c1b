import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readTraceparent, tracingPackages } from './tracing.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

it('The manual and the workflow install the packages for traces in the same versions', () => {
  const texts = ['docs/operations.md', '.github/workflows/ci.yml'].map(read)
  for (const [name, version] of Object.entries(tracingPackages))
    for (const text of texts) expect(text).toContain(`${name}@${version}`)
})

it('A parent is read from a well-formed traceparent only', () => {
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const span = 'b7ad6b7169203331'
  expect(readTraceparent(`00-${trace}-${span}-01`)).toMatchObject({ traceId: trace, spanId: span, traceFlags: 1 })
  const zeros = [`00-${'0'.repeat(32)}-${span}-01`, `00-${trace}-${'0'.repeat(16)}-01`]
  for (const bad of [undefined, null, '', 'x', `01-${trace}-${span}-01`, `00-${trace}-${span}`, ...zeros])
    expect(readTraceparent(bad)).toBeUndefined()
})
