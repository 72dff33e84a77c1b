/** An account as the API returns it: GoTrue's names and order, without secrets. */
import type { Identity, User } from './users.ts'

const timestamp = (value: string | null) => (value === null ? undefined : new Date(value).toISOString())

export function userView(account: User) {
  return {
    id: account.id,
    aud: account.aud,
    role: account.deleted_at === null ? 'authenticated' : '',
    email: account.email,
    email_confirmed_at: timestamp(account.email_confirmed_at),
    invited_at: timestamp(account.invited_at),
    phone: account.phone,
    phone_confirmed_at: timestamp(account.phone_confirmed_at),
    confirmation_sent_at: timestamp(account.confirmation_sent_at),
    confirmed_at: timestamp(account.confirmed_at),
    recovery_sent_at: timestamp(account.recovery_sent_at),
    new_email: account.email_change || undefined,
    email_change_sent_at: timestamp(account.email_change_sent_at),
    reauthentication_sent_at: timestamp(account.reauthentication_sent_at),
    last_sign_in_at: timestamp(account.last_sign_in_at),
    app_metadata: account.raw_app_meta_data ?? {},
    user_metadata: account.raw_user_meta_data ?? {},
    identities: account.identities.map(identityView),
    created_at: timestamp(account.created_at),
    updated_at: timestamp(account.updated_at),
    banned_until: timestamp(account.banned_until),
    deleted_at: timestamp(account.deleted_at),
    is_anonymous: account.is_anonymous,
  }
}

export type UserView = ReturnType<typeof userView>

function identityView(identity: Identity) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: timestamp(identity.last_sign_in_at),
    created_at: timestamp(identity.created_at),
    updated_at: timestamp(identity.updated_at),
    email: identity.email ?? undefined,
  }
}
