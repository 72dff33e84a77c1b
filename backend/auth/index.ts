/** Accounts and sessions over HTTP, as GoTrue (Supabase Auth) speaks. */
export { type Auth, type AuthOptions, createAuth } from './auth.ts'
export { type AuthSettings, defaultAuthSettings, type PasswordRequirements } from './settings.ts'
