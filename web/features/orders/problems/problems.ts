/** Queries and writes of problems with orders. The database decides what is allowed. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { problemStates } from '#domain/orders/order-problems'
import { useMember } from '#features/account/auth'
import { type ChosenPicture, uploadChosen } from '#features/account/uploads'
import { everything, memberKeys } from '#keys/member-keys'
import { problemKeys } from '#keys/order-problems'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { type Page, pagedQuery, usePagedList } from '#platform/paged-list.ts'
import { read, readOptional } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import type { Outcome, ProblemForm } from './problem-forms.ts'

function selectProblems(client: Backend, orderId: string) {
  return client
    .from('orders')
    .select(
      `can_report_problem, problems:order_problems(id, kind, details, pictures, wanted, state, answer, answer_text, refund_amount,
      answered_at, appeal, decision, decision_text, decision_amount, created_at, can_escalate)`,
    )
    .eq('id', orderId)
    .order('created_at', { referencedTable: 'order_problems', ascending: false })
}

type OrderProblems = QueryData<ReturnType<typeof selectProblems>>[number]
export type OrderProblem = OrderProblems['problems'][number]

/** The other side may answer while the page is open. */
const pollIntervalMs = 30_000

function problemsQuery(app: AppContext, userId: string, orderId: string) {
  return queryOptions({
    queryKey: problemKeys.ofOrder(userId, orderId),
    queryFn: ({ signal }): Promise<OrderProblems | null> =>
      readOptional(app, (client) => selectProblems(client, orderId).abortSignal(signal).maybeSingle()),
    refetchInterval: ({ state }) =>
      state.data?.problems.some((problem) => problem.state !== 'closed' && problem.state !== 'decided')
        ? pollIntervalMs
        : false,
  })
}

export function useOrderProblems(orderId: string) {
  return useQuery(problemsQuery(useApp(), useMember().id, orderId))
}

interface NewProblem extends ProblemForm {
  readonly pictures: readonly ChosenPicture[]
  readonly onUploaded: (picture: ChosenPicture, path: string) => void
}

/** A repeated mutation continues with the pictures that are not uploaded yet. */
export function useReportProblem(orderId: string) {
  const { id: userId } = useMember()
  return useWrite({
    run: async (app, { pictures, onUploaded, ...form }: NewProblem) => {
      const place = { bucket: 'problem_pictures', folder: `${userId}/${orderId}` } as const
      const paths = await uploadChosen(app, place, pictures, onUploaded)
      await read(app, (client) => client.rpc('report_problem', { order_id: orderId, ...form, pictures: paths }))
    },
    success: { title: 'Problem reported', description: 'The shop has 48 hours to answer.' },
    failure: 'shown',
    invalidates: [problemKeys.all(userId)],
  })
}

export function useCloseProblem(problemId: string) {
  return useWrite({
    write: (client) => client.rpc('close_problem', { problem_id: problemId }),
    success: { title: 'Problem solved' },
    failure: { title: 'The problem could not be closed', description: 'Please try again.' },
    invalidates: [problemKeys.all(useMember().id)],
  })
}

export function useEscalateProblem(problemId: string) {
  return useWrite({
    write: (client, appeal: string) => client.rpc('escalate_problem', { problem_id: problemId, appeal }),
    success: { title: 'Sent to us', description: 'We will look into it and let you both know.' },
    failure: 'shown',
    invalidates: [problemKeys.all(useMember().id)],
  })
}

export function useAnswerProblem(problemId: string) {
  return useWrite({
    write: (client, { outcome, text, amount }: Outcome) =>
      client.rpc('answer_problem', { problem_id: problemId, answer: outcome, text, ...refundOf(outcome, amount) }),
    success: { title: 'Answer sent', description: 'We have let the buyer know.' },
    failure: 'shown',
    // A refund changes the order too.
    invalidates: [memberKeys.all],
  })
}

export function useDecideProblem(problemId: string) {
  return useWrite({
    write: (client, { outcome, text, amount }: Outcome) =>
      client.rpc('decide_problem', { problem_id: problemId, decision: outcome, text, ...refundOf(outcome, amount) }),
    success: { title: 'Decision saved', description: 'It is now in the log, and both have been told.' },
    failure: 'shown',
    invalidates: everything,
  })
}

const refundOf = (outcome: string, amount: number | null) =>
  outcome === 'refund' && amount !== null ? { amount } : undefined

const queuedProblemSchema = z.object({
  id: z.string(),
  kind: z.string(),
  details: z.string().nullable(),
  pictures: z.array(z.string()),
  wanted: z.string(),
  state: z.enum(problemStates),
  answer: z.string().nullable(),
  answer_text: z.string().nullable(),
  refund_amount: z.number().nullable(),
  answered_at: z.string().nullable(),
  appeal: z.string().nullable(),
  decision: z.string().nullable(),
  decision_text: z.string().nullable(),
  decision_amount: z.number().nullable(),
  created_at: z.string(),
  order_id: z.string(),
  order_number: z.string(),
  shop: z.string(),
  buyer: z.string(),
  items: z.string(),
  refundable: z.number(),
})
const queueSchema = z.object({ total: z.number(), items: z.array(queuedProblemSchema) })

export type QueuedProblem = z.output<typeof queuedProblemSchema>

interface QueuePage extends Page<QueuedProblem, number> {
  readonly total: number
}

const pageSize = 20

function queueQuery(app: AppContext, userId: string) {
  return pagedQuery({
    queryKey: problemKeys.queue(userId),
    fetchPage: async (cursor: number | null, signal): Promise<QueuePage> => {
      const page = cursor ?? 1
      const rows = await read(app, (client) =>
        client.rpc('problem_queue', { page, page_size: pageSize }).abortSignal(signal),
      )
      const { total, items } = queueSchema.parse(rows)
      return { total, items, next: page * pageSize < total ? page + 1 : null }
    },
    staleTime: 0,
  })
}

/** Problems that wait for an administrator, the oldest first. */
export function useProblemQueue(userId: string) {
  return usePagedList(queueQuery(useApp(), userId))
}
