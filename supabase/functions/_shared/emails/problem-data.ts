/** What the emails about a problem with an order share. */
import { z } from 'zod'
import { problemAnswers, problemKinds, problemWishes } from '../../../../domain/orders/order-problems.ts'
import type { Block } from './email.ts'
import { numberSchema, orderLabel } from './order-data.ts'

export const problemSchema = z.object({
  name: z.string(),
  order_id: z.uuid(),
  number: numberSchema,
  shop: z.string(),
  buyer: z.string(),
  kind: z.enum(['missing', 'damaged', 'wrong', 'allergen']),
  details: z.string().nullable(),
  wanted: z.enum(['refund', 'replacement', 'answer']),
  answer: z.enum(['refund', 'replacement', 'declined']).nullable(),
  answer_text: z.string().nullable(),
  refund: z.number().nullable(),
  appeal: z.string().nullable(),
  decision: z.enum(['refund', 'no_refund']).nullable(),
  decision_text: z.string().nullable(),
  decision_amount: z.number().nullable(),
})
export type Problem = z.output<typeof problemSchema>

export const problemOrder = ({ order_id: id, number }: Problem): Block => ({
  kind: 'text',
  text: orderLabel({ id, number }),
})

export function problemFacts({ kind, details, wanted }: Problem): Block[] {
  return [
    { kind: 'fact', label: 'What is wrong', lines: [problemKinds[kind]] },
    ...(details ? [{ kind: 'fact' as const, label: 'What happened', lines: [details] }] : []),
    { kind: 'fact', label: 'Asked for', lines: [problemWishes[wanted]] },
  ]
}

export function answerFacts({ answer, answer_text: text }: Problem): Block[] {
  if (answer === null) return []
  return [
    { kind: 'fact', label: `The shop’s answer: ${problemAnswers[answer].toLowerCase()}`, lines: text ? [text] : [] },
  ]
}

export const buyerButton = ({ order_id: id }: Problem): Block => ({
  kind: 'button',
  label: 'See your order',
  path: `/order/${id}`,
})

export const sellerButton = ({ order_id: id }: Problem): Block => ({
  kind: 'button',
  label: 'Open the order',
  path: `/seller/orders?order=${id}`,
})
