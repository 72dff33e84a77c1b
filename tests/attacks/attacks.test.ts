/** Every attack, each on a server of its own. */
import { describe, expect, it } from 'vitest'
import { databases, startServer } from '../harness.ts'
import { attackedServer } from './attack.ts'
import { attacks } from './index.ts'

describe.each(databases)('a market on %s holds against', (database) => {
  it.each(attacks)('$name', { timeout: 240_000 }, async ({ run }) => {
    const server = await startServer({ database, env: attackedServer })
    const result = await run(server).finally(() => server.stop())
    expect(result).toMatchObject({ held: true })
  })
})
