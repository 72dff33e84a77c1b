import { type Access, written } from '../access.ts'

export const access: Access = {
  tables: {
    notification_preferences: {
      rows: '- riu - - - - riud',
      members: {
        select: '*',
        insert: 'user_id, email_notifications, order_updates, promotional_emails, push_off, quiet_from, quiet_until',
        update: 'user_id, email_notifications, order_updates, promotional_emails, push_off, quiet_from, quiet_until',
      },
      limitedBy: 'one row a member',
      isExported: true,
      isDeletedWithAccount: true,
    },
    profiles: {
      rows: '- ru - - - - riud',
      members: { select: '*', update: 'first_name, last_name, phone, town, lat, lon' },
      isExported: true,
      isDeletedWithAccount: true,
    },
    user_addresses: {
      rows: '- riud - - - - riud',
      members: written(
        'id, user_id, full_name, address_line1, address_line2, city, postal_code, country, phone, is_default, lat, lon',
      ),
      limits: ['50 a user_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
  },
  functions: {
    delete_account: '- + + + + + -',
    own_sessions: '- + + + + + +',
    signed_in_recently: '- + + + + + +',
  },
  definers: ['delete_account', 'own_sessions'],
}
