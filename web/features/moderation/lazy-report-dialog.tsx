/** The report dialog, loaded when it is first opened. */
import { useCallback } from 'react'
import { useLazyPart } from '#ui/use-lazy-part'
import type { ReportTarget } from './report-target.ts'

interface LazyReportDialogProps {
  target: ReportTarget
  open: boolean
  onOpenChange: (open: boolean) => void
}

const load = () => import('./report-dialog.tsx')

export function LazyReportDialog({ target, open, onOpenChange }: LazyReportDialogProps) {
  const close = useCallback(() => onOpenChange(false), [onOpenChange])
  const part = useLazyPart(load, open, close)
  return part && <part.ReportDialog target={target} open={open} onOpenChange={onOpenChange} />
}
