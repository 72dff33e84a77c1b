/** Runs the other files' tests on PostgreSQL, where `npm test` has started a server. */
import { describe, it } from 'vitest'
import { openArchivesOn } from './testing/film-archive.ts'

const server = process.env.TEST_POSTGRES_URL
if (server === undefined) it.skip('needs a PostgreSQL server', () => {})
else {
  openArchivesOn(server)
  describe('calling', async () => void (await import('./calling.db.test.ts')))
  describe('embedding', async () => void (await import('./embedding.db.test.ts')))
  describe('forms', async () => void (await import('./forms.db.test.ts')))
  describe('limits', async () => void (await import('./limits.db.test.ts')))
  describe('reading', async () => void (await import('./reading.db.test.ts')))
  describe('writing', async () => void (await import('./writing.db.test.ts')))
}
