/** Figures of the marketplace for /metrics: what has happened in it, and what waits. */
import { z } from 'zod'
import type { Backend } from '#backend'
import { createBackendClient } from './backend-client.ts'

const schema = z.object({
  events: z.record(z.string(), z.number()),
  waiting: z.record(z.string(), z.number()),
  oldest_due_email_seconds: z.number(),
})
export type MarketFigures = z.infer<typeof schema>

/**
 * @param fetch calls the backend
 * @returns a function that reads the figures: null while the database does not respond, undefined for a project without them
 */
export function createMarketFigures(
  backend: Backend,
  fetch: typeof globalThis.fetch,
): () => Promise<MarketFigures | null | undefined> {
  const supabase = createBackendClient('http://localhost', backend.keys.serviceKey, fetch)
  return async () => {
    const { data, error } = await supabase.rpc('market_figures')
    if (error) return error.code === 'PGRST202' ? undefined : null
    return schema.parse(data)
  }
}
