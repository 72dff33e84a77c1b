/** To a buyer: the shop has answered a problem report. */
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { answerFacts, buyerButton, problemOrder, problemSchema } from './problem-data.ts'

export const problemAnswered = defineTemplate(problemSchema, (problem) => ({
  subject: `${problem.shop} has answered your problem report`,
  preview: problem.answer_text ?? '',
  heading: 'The shop has answered',
  blocks: [
    problemOrder(problem),
    { kind: 'text', text: `Hello ${problem.name}, ${problem.shop} has answered your problem report.` },
    ...answerFacts(problem),
    ...(problem.refund === null
      ? []
      : [
          { kind: 'text' as const, text: `${formatPounds(problem.refund)} goes back to your original payment method.` },
        ]),
    { kind: 'text', text: 'If this does not solve it, you can ask us to decide on the page of your order.' },
    buyerButton(problem),
  ],
}))
