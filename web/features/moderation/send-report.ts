/** Sends a report. Nobody but administrators reads it, whoever sent it included. */
import { useMutation } from '@tanstack/react-query'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { QueryError, unwrapOptional } from '#web/app/unwrap.ts'
import type { ReportedThing } from './reported-thing.ts'

interface Report {
  thing: ReportedThing
  reason: string
  details: string
}

function whatOf({ subject, id }: ReportedThing) {
  if (subject === 'product') return { subject, product_id: id }
  if (subject === 'shop') return { subject, shop_id: id }
  if (subject === 'review') return { subject, review_id: id }
  return { subject, chat_room_id: id }
}

async function sendReport(app: AppContext, { thing, reason, details }: Report): Promise<void> {
  const client = await app.supabase()
  unwrapOptional(await client.from('reports').insert({ ...whatOf(thing), reason, details: details.trim() || null }))
}

export function useSendReport() {
  const app = useApp()
  return useMutation({ mutationFn: (report: Report) => sendReport(app, report) })
}

/** What to say when it was not taken. */
export function reportRefusal(error: unknown): string {
  return error instanceof QueryError && error.hint !== null
    ? error.message
    : 'Your report could not be sent. Please try again.'
}
