import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    audit_log: { rows: '- - - - - r r', members: read, isExported: false, isDeletedWithAccount: false },
    reports: {
      rows: '- i - - - r riud',
      members: {
        select: '*',
        insert: 'reporter_id, subject, product_id, shop_id, review_id, chat_room_id, announcement_id, reason, details',
      },
      limits: ['limit_reports', '2000 a reporter_id'],
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
  functions: {
    administrator_actions: '- - - - - + -',
    find_for_support: '- - - - - + -',
    member_for_support: '- - - - - + -',
    moderate: '- - - - - + -',
    moderation_queue: '- - - - - + -',
    reported_conversation: '- - - - - + -',
  },
  definers: [
    'administrator_actions',
    'find_for_support',
    'member_for_support',
    'moderate',
    'moderation_queue',
    'reported_conversation',
  ],
}
