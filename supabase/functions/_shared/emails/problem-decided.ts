/** To a buyer and to a shop's owner: an administrator decided about a problem. */

import { z } from 'zod'
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { buyerButton, problemFacts, problemOrder, problemSchema, sellerButton } from './problem-data.ts'

const schema = problemSchema.extend({ is_seller: z.boolean() })

export const problemDecided = defineTemplate(schema, (problem) => ({
  subject: 'We have decided about a problem with an order',
  preview: problem.decision_text ?? '',
  heading: 'We have decided',
  blocks: [
    problemOrder(problem),
    {
      kind: 'text',
      text: `Hello ${problem.name}, we have decided about the problem with ${
        problem.is_seller ? `the order of ${problem.buyer}` : `your order from ${problem.shop}`
      }.`,
    },
    ...problemFacts(problem),
    {
      kind: 'fact',
      label:
        problem.decision === 'refund' && problem.decision_amount !== null
          ? `Our decision: a refund of ${formatPounds(problem.decision_amount)}`
          : 'Our decision: no refund',
      lines: problem.decision_text ? [problem.decision_text] : [],
    },
    problem.is_seller ? sellerButton(problem) : buyerButton(problem),
  ],
}))
