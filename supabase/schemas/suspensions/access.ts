import type { Access } from '../access.ts'

export const access: Access = {
  functions: {
    own_suspension: '- + + + + + +',
    restore_member: '- - - - - + -',
    suspend_member: '- - - - - + -',
  },
  definers: ['own_suspension', 'restore_member', 'suspend_member'],
}
