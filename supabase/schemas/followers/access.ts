import { type Access, read, written } from '../access.ts'

export const access: Access = {
  tables: {
    announcement_deliveries: {
      rows: '- - - r - - riud',
      members: read,
      isExported: false,
      isDeletedWithAccount: false,
    },
    announcements: {
      rows: 'r r r r r r riud',
      visitors: read,
      members: read,
      isExported: true,
      isDeletedWithAccount: false,
    },
    shop_followers: {
      rows: '- riud - - - - riud',
      members: written('user_id, shop_id, wants_emails'),
      limits: ['1000 a user_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
  },
  functions: {
    announce: '- - - + + - -',
    follower_counts: '- + + + + + +',
    unsubscribe: '+ + + + + + +',
    withdraw_announcement: '- - - + - - -',
  },
  definers: ['announce', 'follower_counts', 'unsubscribe', 'withdraw_announcement'],
}
