/** Sends a report. Only administrators can read it; the reporter cannot. */
import { useMutation } from '@tanstack/react-query'
import { useApp } from '#platform/app-context.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
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

export function useSendReport() {
  const app = useApp()
  return useMutation({
    mutationFn: async ({ target, reason, details }: Report) => {
      const reports = (await app.supabase()).from('reports')
      unwrapOptional(await reports.insert({ ...targetColumns(target), reason, details: details.trim() || null }))
    },
    meta: {
      success: {
        title: 'Report sent',
        description: 'Thank you. We will look into it and let you know the outcome.',
      },
    },
  })
}
