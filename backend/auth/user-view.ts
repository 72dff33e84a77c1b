/** An account as the API shows it: GoTrue's names and order, without what is nobody's to see. */
import type { Identity, User } from './users.ts'

const moment = (value: string | null) => (value === null ? undefined : new Date(value).toISOString())

export function userView(account: User) {
  return {
    id: account.id,
    aud: account.aud,
    role: account.deleted_at === null ? 'authenticated' : '',
    email: account.email,
    email_confirmed_at: moment(account.email_confirmed_at),
    invited_at: moment(account.invited_at),
    phone: account.phone,
    phone_confirmed_at: moment(account.phone_confirmed_at),
    confirmation_sent_at: moment(account.confirmation_sent_at),
    confirmed_at: moment(account.confirmed_at),
    recovery_sent_at: moment(account.recovery_sent_at),
    new_email: account.email_change || undefined,
    email_change_sent_at: moment(account.email_change_sent_at),
    reauthentication_sent_at: moment(account.reauthentication_sent_at),
    last_sign_in_at: moment(account.last_sign_in_at),
    app_metadata: account.raw_app_meta_data ?? {},
    user_metadata: account.raw_user_meta_data ?? {},
    identities: account.identities.map(identityView),
    created_at: moment(account.created_at),
    updated_at: moment(account.updated_at),
    banned_until: moment(account.banned_until),
    deleted_at: moment(account.deleted_at),
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
    last_sign_in_at: moment(identity.last_sign_in_at),
    created_at: moment(identity.created_at),
    updated_at: moment(identity.updated_at),
    email: identity.email ?? undefined,
  }
}
