/** The backend of the app: its client is loaded and created on the first call. */
import type { AppContext, Backend } from './app-context.ts'

export function lazyBackend(create: () => Promise<Backend>): AppContext['supabase'] {
  let client: Promise<Backend> | undefined
  return () => {
    client ??= create().catch((error: unknown) => {
      // The next call tries to load the chunk again.
      client = undefined
      throw error
    })
    return client
  }
}
