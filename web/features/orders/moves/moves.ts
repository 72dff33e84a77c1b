/** Reads and writes proposals to move an order. The database decides what is allowed. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { Tables } from '#domain/database.generated'
import { slotHours } from '#domain/pickup/pickup-days'
import { longDate } from '#domain/values/calendar'
import { useMember } from '#features/account/auth'
import { memberKeys } from '#keys/member-keys'
import { orderMoveKeys } from '#keys/order-moves'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read, readOptional } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

export interface MoveTime {
  readonly date: string
  /** Null for a whole day. */
  readonly start_time: string | null
  readonly end_time: string | null
}

/** 'Saturday 28 November, 09:00 to 12:00' */
export function moveTimeText({ date, start_time: start, end_time: end }: MoveTime): string {
  return start && end ? `${longDate(date)}, ${slotHours({ start_time: start, end_time: end })}` : longDate(date)
}

/** The other side may answer while the page is open. */
const pollIntervalMs = 30_000

type OpenMove = Pick<Tables<'order_moves'>, 'id' | 'on_date' | 'start_time' | 'end_time' | 'note' | 'expires_at'>

function openMoveQuery(app: AppContext, userId: string, orderId: string) {
  return queryOptions({
    queryKey: orderMoveKeys.open(userId, orderId),
    refetchInterval: pollIntervalMs,
    queryFn: ({ signal }): Promise<OpenMove | null> =>
      readOptional(app, (client) =>
        client
          .from('order_moves')
          .select('id, on_date, start_time, end_time, note, expires_at')
          .match({ order_id: orderId, status: 'proposed' })
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

/** The proposal that waits for an answer; null without one. */
export function useOpenMove(orderId: string) {
  return useQuery(openMoveQuery(useApp(), useMember().id, orderId))
}

const slotsSchema = z.array(
  z.object({
    date: z.string(),
    start_time: z.string().nullable(),
    end_time: z.string().nullable(),
    remaining: z.number().nullable(),
  }),
)

/**
 * The free times of six weeks to which an order can move.
 * @param from their first day, YYYY-MM-DD; by default today
 */
export function useMoveSlots(orderId: string, from?: string) {
  const app = useApp()
  return useQuery({
    queryKey: orderMoveKeys.slots(useMember().id, orderId, from),
    staleTime: 15_000,
    queryFn: async ({ signal }): Promise<MoveTime[]> => {
      const args = { order_id: orderId, from_date: from }
      const slots = await read(app, (client) => client.rpc('move_slots', args).abortSignal(signal))
      return slotsSchema.parse(slots).filter(({ remaining }) => remaining !== 0)
    },
  })
}

export function useProposeMove(orderId: string) {
  return useWrite({
    write: (client, { slot, note }: { slot: MoveTime; note: string }) => {
      const { date, start_time, end_time } = slot
      return client.rpc('propose_move', {
        order_id: orderId,
        slot: { date, start_time, end_time },
        note: note.trim(),
      })
    },
    failure: 'shown',
    invalidates: [memberKeys.all],
  })
}

export function useWithdrawMove() {
  return useWrite({
    write: (client, id: string) => client.rpc('withdraw_move', { move_id: id }),
    success: { title: 'Proposal withdrawn' },
    failure: { title: 'The proposal could not be withdrawn', description: 'Please try again.' },
    invalidates: [memberKeys.all],
  })
}

export function useAnswerMove() {
  return useWrite({
    write: (client, { id, accepted }: { id: string; accepted: boolean }) =>
      client.rpc('answer_move', { move_id: id, accepted }),
    failure: 'shown',
    invalidates: [memberKeys.all],
  })
}
