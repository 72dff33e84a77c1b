/**
 * The attacks that show what no test of a policy or a route shows, each once, in its quick form and on one server. `npm run attack` and
 * `npm run test:all` run all of them, each on a server of its own.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../harness.ts'
import { startAttacked } from './attack.ts'
import { dnsRebinding } from './dns-rebinding.ts'
import { endlessSearches } from './endless-searches.ts'
import { largeEmbeds } from './large-embeds.ts'
import { malformedPaths } from './malformed-paths.ts'
import { pictureImports } from './picture-imports.ts'
import { slowPatterns } from './slow-patterns.ts'
import { slowUploads } from './slow-uploads.ts'
import { unpaidHolds } from './unpaid-holds.ts'

const attacks = [
  malformedPaths,
  dnsRebinding,
  unpaidHolds,
  pictureImports,
  slowUploads,
  slowPatterns,
  endlessSearches,
  largeEmbeds,
]

describe('a marketplace blocks', () => {
  let server: TestServer
  beforeAll(async () => {
    // The browser tests use the same template, so the catalogue is loaded once.
    server = await startAttacked('pglite')
  })
  afterAll(() => server.stop())

  it.each(attacks)('$name', { timeout: 120_000 }, async ({ run }) => {
    const { isBlocked, outcome } = await run(server, { isQuick: true })
    expect(isBlocked, outcome).toBe(true)
  })
})
