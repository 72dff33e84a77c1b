import type { Access } from '../access.ts'

export const access: Access = {
  functions: {
    is_administrator: '- + + + + + +',
    needs_second_factor: '- + + + + + +',
  },
  definers: ['needs_second_factor'],
}
