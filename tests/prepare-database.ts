/** Vitest's global set-up: makes the database that every test file copies, before several of them would at once. */
import { prepareDatabase } from '../backend/database/testing.ts'

export default async function setup(): Promise<void> {
  await prepareDatabase()
}
