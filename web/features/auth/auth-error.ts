/** Messages for errors of the auth service. */
import type { AuthError } from '@supabase/supabase-js'

/** The server's message, or undefined. An unreachable server gets a message of ours. */
export function serverMessage(error: Pick<AuthError, 'message' | 'status' | 'name'>): string | undefined {
  if (error.name === 'AuthRetryableFetchError') return 'We could not reach the server. Please try again in a moment.'
  // supabase-js reports '{}' for an error body without a message.
  const message = error.message.trim()
  return message === '' || message === '{}' ? undefined : message
}

export function isUnconfirmedEmail(error: Pick<AuthError, 'message' | 'code'>): boolean {
  return error.code === 'email_not_confirmed' || error.message === 'Email not confirmed'
}
