import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    order_problems: { rows: '- r - r - - riud', members: read, isExported: true, isDeletedWithAccount: false },
  },
  functions: {
    answer_problem: '- - - + - - -',
    can_escalate: '- + + + + + +',
    can_report_problem: '- + + + + + +',
    close_problem: '- + - - - - -',
    decide_problem: '- - - - - + -',
    escalate_problem: '- + - - - - -',
    problem_queue: '- - - - - + -',
    report_problem: '- + - - - - -',
  },
  definers: [
    'answer_problem',
    'can_escalate',
    'can_report_problem',
    'close_problem',
    'decide_problem',
    'escalate_problem',
    'problem_queue',
    'report_problem',
  ],
}
