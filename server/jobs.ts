/** Finds scheduled jobs of the marketplace that are missing in the database. */
import { z } from 'zod'
import type { Backend } from '#backend'
import { createBackendClient } from './backend-client.ts'

const names = z.array(z.string())

/**
 * @param fetch calls the backend
 * @returns a function that reads the names of jobs that are not scheduled; none for a project without `missing_jobs()`
 * @throws Error if the database does not respond
 */
export function createMissingJobs(backend: Backend, fetch: typeof globalThis.fetch): () => Promise<readonly string[]> {
  const supabase = createBackendClient('http://localhost', backend.keys.serviceKey, fetch)
  return async () => {
    const { data, error } = await supabase.rpc('missing_jobs')
    if (error?.code === 'PGRST202') return []
    if (error) throw new Error(`The scheduled jobs cannot be read: ${error.message}`, { cause: error })
    return names.parse(data)
  }
}
