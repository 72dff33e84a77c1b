/** Accounts and sessions over HTTP, as GoTrue (Supabase Auth) speaks. */
export { type Auth, type AuthOptions, createAuth } from './auth.ts'
export { notificationKinds } from './notifications.ts'
export { type ProviderEntry, ProviderEntryError, providerSettings } from './provider-settings.ts'
export { type AuthSettings, defaultAuthSettings, type PasswordRequirements, type ProviderSettings } from './settings.ts'
