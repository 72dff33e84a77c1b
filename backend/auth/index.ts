/** Accounts and sessions over HTTP, compatible with GoTrue (Supabase Auth). */
export { type Auth, createAuth } from './auth.ts'
export { emailTemplates, notificationKinds } from './email/email-templates.ts'
export { TemplateError } from './email/go-template.ts'
export { type ProviderEntry, ProviderEntryError, providerSettings } from './providers/provider-settings.ts'
export { type AuthSettings, defaultAuthSettings, type ProviderSettings } from './settings.ts'
