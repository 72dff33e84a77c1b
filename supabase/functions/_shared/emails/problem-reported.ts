/** To a shop's owner: a buyer reports a problem with an order. */
import { defineTemplate } from './email.ts'
import { problemFacts, problemOrder, problemSchema, sellerButton } from './problem-data.ts'

export const problemReported = defineTemplate(problemSchema, (problem) => ({
  subject:
    problem.kind === 'allergen'
      ? `Urgent: ${problem.buyer} reports an allergen problem`
      : `${problem.buyer} reports a problem with an order`,
  preview: problem.details ?? '',
  heading: problem.kind === 'allergen' ? 'An allergen problem' : 'A problem with an order',
  blocks: [
    problemOrder(problem),
    {
      kind: 'text',
      text: `Hello ${problem.name}, ${problem.buyer} reports a problem. Please answer within 48 hours. After that, the buyer can ask us to decide.`,
    },
    ...problemFacts(problem),
    ...(problem.kind === 'allergen'
      ? [
          {
            kind: 'text' as const,
            text: 'Please stop selling the food until you know the cause. We have been told, too.',
          },
        ]
      : []),
    sellerButton(problem),
  ],
}))
