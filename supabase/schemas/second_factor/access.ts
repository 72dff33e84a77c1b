import type { Access } from '../access.ts'

export const access: Access = {
  functions: {
    create_recovery_codes: '- + + + + + -',
    own_recovery_codes: '- + + + + + +',
    use_recovery_code: '- + + + + + -',
  },
  definers: ['create_recovery_codes', 'own_recovery_codes', 'use_recovery_code'],
}
