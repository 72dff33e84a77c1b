/** The window in which something is reported; its code comes when it is first opened. */
import { useCallback } from 'react'
import { useLazyPart } from '#ui/use-lazy-part'
import type { ReportedThing } from './reported-thing.ts'

interface ReportWindowProps {
  thing: ReportedThing
  open: boolean
  onOpenChange: (open: boolean) => void
}

const load = () => import('./report-dialog.tsx')

export function ReportWindow({ thing, open, onOpenChange }: ReportWindowProps) {
  const reset = useCallback(() => onOpenChange(false), [onOpenChange])
  const part = useLazyPart(load, open, reset)
  return part && <part.ReportDialog thing={thing} open={open} onOpenChange={onOpenChange} />
}
