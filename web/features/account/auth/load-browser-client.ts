/** The Supabase client and its session, loaded on demand. */
export const loadBrowserClient = () => import('./browser-client.ts')
