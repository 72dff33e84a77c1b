/** The forms about a problem with an order: the buyer's report and appeal, the shop's answer, an administrator's decision. */
import { z } from 'zod'
import { optionalPoundsField } from '#domain/values/amounts'
import { formatPence, toPence } from '#domain/values/money'

export const problemForm = z.object({
  kind: z.enum(['missing', 'damaged', 'wrong', 'allergen'], 'Please choose what is wrong.'),
  details: z
    .string()
    .trim()
    .min(2, 'Please say what happened.')
    .max(2000, 'What happened can have at most 2000 characters.'),
  wanted: z.enum(['refund', 'replacement', 'answer'], 'Please choose what you would like.'),
})
export type ProblemForm = z.output<typeof problemForm>

const reason = (missing: string) =>
  z.string().trim().min(2, missing).max(1000, 'This can have at most 1000 characters.')

export const appealForm = z.object({ appeal: reason('Please say why you do not agree.') })

const invalidAmount = 'Please enter an amount in pounds and pence, of at least 1p.'

/** An outcome and its words. A refund needs an amount. @param leftPence what can still be refunded */
function outcomeForm(outcomes: readonly string[], leftPence: number) {
  return z
    .object({
      outcome: z
        .string('Please choose an answer.')
        .refine((outcome) => outcomes.includes(outcome), 'Please choose an answer.'),
      text: reason('Please explain it in a few words.'),
      amount: optionalPoundsField(invalidAmount),
    })
    .superRefine(({ outcome, amount }, context) => {
      if (outcome !== 'refund') return
      const message = !amount
        ? invalidAmount
        : toPence(amount) > leftPence
          ? `At most ${formatPence(leftPence)} of this order can still be refunded.`
          : null
      if (message) context.addIssue({ code: 'custom', path: ['amount'], message })
    })
}

export const answerForm = (leftPence: number) => outcomeForm(['refund', 'replacement', 'declined'], leftPence)
export const decisionForm = (leftPence: number) => outcomeForm(['refund', 'no_refund'], leftPence)

export type OutcomeForm = ReturnType<typeof outcomeForm>
export type Outcome = z.output<OutcomeForm>
