import type { Access } from '../access.ts'

export const access: Access = {
  functions: {
    failed_work: '- - - - - + -',
    market_figures: '- - - - - - +',
    missing_jobs: '- - - - - - +',
    retry_work: '- - - - - + -',
  },
  definers: ['failed_work', 'retry_work'],
}
