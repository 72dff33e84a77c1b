/** Sends a report. Only administrators can read it; the reporter cannot. */
import { useMutation } from '@tanstack/react-query'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { QueryError, unwrapOptional } from '#platform/unwrap.ts'
import type { ReportTarget } from './report-target.ts'

interface Report {
  target: ReportTarget
  reason: string
  details: string
}

function targetColumns({ subject, id }: ReportTarget) {
  if (subject === 'product') return { subject, product_id: id }
  if (subject === 'shop') return { subject, shop_id: id }
  if (subject === 'review') return { subject, review_id: id }
  return { subject, chat_room_id: id }
}

async function sendReport(app: AppContext, { target, reason, details }: Report): Promise<void> {
  const client = await app.supabase()
  unwrapOptional(
    await client.from('reports').insert({ ...targetColumns(target), reason, details: details.trim() || null }),
  )
}

export function useSendReport() {
  const app = useApp()
  return useMutation({ mutationFn: (report: Report) => sendReport(app, report) })
}

/** The message for a report that was not accepted. */
export function reportErrorMessage(error: unknown): string {
  return error instanceof QueryError && error.hint !== null
    ? error.message
    : 'Your report could not be sent. Please try again.'
}
