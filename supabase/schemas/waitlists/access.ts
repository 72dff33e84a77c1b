import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    slot_waitlist_entries: {
      rows: '- r - - - - riud',
      members: read,
      limits: ['10 a user_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
    waitlist_entries: {
      rows: '- r - - - - riud',
      members: read,
      limits: ['50 a user_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
  },
  functions: {
    join_slot_waitlist: '- + + - + + -',
    join_waitlist: '- + + - + + -',
    leave_slot_waitlist: '- + + + + + +',
    leave_waitlist: '- + + + + + +',
    slot_waitlist_counts: '- + + + + + +',
    waitlist_counts: '- + + + + + +',
  },
  definers: [
    'join_slot_waitlist',
    'join_waitlist',
    'leave_slot_waitlist',
    'leave_waitlist',
    'slot_waitlist_counts',
    'waitlist_counts',
  ],
}
