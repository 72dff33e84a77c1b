/** Problems with orders: what is wrong, what the buyer would like, and what became of it. */

/** The kinds, as in `order_problems_kind_known`. */
export const problemKinds = {
  missing: 'Something is missing',
  damaged: 'Something is damaged or spoilt',
  wrong: 'It is not what I ordered',
  allergen: 'An allergen problem',
} as const

export const problemWishes = {
  refund: 'A refund',
  replacement: 'A replacement',
  answer: 'An answer only',
} as const

export const problemAnswers = {
  refund: 'Refund',
  replacement: 'Replace it',
  declined: 'Decline',
} as const

export const problemStates = ['open', 'answered', 'escalated', 'decided', 'closed'] as const
type ProblemState = (typeof problemStates)[number]

const statuses: Readonly<Record<string, { readonly buyer: string; readonly seller: string }>> = {
  open: { buyer: 'The shop has 48 hours to answer.', seller: 'Please answer within 48 hours.' },
  answered: {
    buyer: 'The shop has answered. Does this solve it?',
    seller: 'You have answered. The buyer can accept it, or ask us to decide.',
  },
  escalated: { buyer: 'We are looking into it and will decide.', seller: 'We are looking into it and will decide.' },
  decided: { buyer: 'We have decided.', seller: 'We have decided.' },
  closed: { buyer: 'You closed this as solved.', seller: 'The buyer closed this as solved.' },
} satisfies Record<ProblemState, object>

/** @returns what a problem waits for, as a sentence for its reader; empty for an unknown state */
export function problemStatus(state: string, reader: 'buyer' | 'seller'): string {
  return statuses[state]?.[reader] ?? ''
}

/** Whether an answer of the shop can still be given or changed, by the rules of `answer_problem`. */
export function isAnswerable({ state, answer }: { state: string; answer: string | null }): boolean {
  return answer !== 'refund' && (state === 'open' || state === 'answered' || state === 'escalated')
}

export const maxProblemPictures = 4
