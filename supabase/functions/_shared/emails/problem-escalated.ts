/** To a shop's owner: the buyer asked the marketplace to decide. */
import { defineTemplate } from './email.ts'
import { problemFacts, problemOrder, problemSchema, sellerButton } from './problem-data.ts'

export const problemEscalated = defineTemplate(problemSchema, (problem) => ({
  subject: `${problem.buyer} asked us to decide about a problem`,
  preview: problem.appeal ?? '',
  heading: 'We have been asked to decide',
  blocks: [
    problemOrder(problem),
    {
      kind: 'text',
      text: `Hello ${problem.name}, ${problem.buyer} does not agree, and asked us to decide. You can still answer until we do.`,
    },
    ...problemFacts(problem),
    ...(problem.appeal
      ? [{ kind: 'fact' as const, label: 'Why the buyer does not agree', lines: [problem.appeal] }]
      : []),
    sellerButton(problem),
  ],
}))
