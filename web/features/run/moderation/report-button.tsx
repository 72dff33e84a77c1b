/** The button that reports content; visitors sign in first. */
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { useWhenSignedIn } from '#features/account/auth'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import type { ReportTarget } from './report-target.ts'

interface ReportButtonProps {
  target: ReportTarget
  label?: string
  className?: string
}

export function ReportButton({ target, label = 'Report', className }: ReportButtonProps) {
  const whenSignedIn = useWhenSignedIn()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={label === 'Report' ? `Report ${target.label}` : undefined}
        onClick={() => whenSignedIn(() => setOpen(true))}
        className={className}
      >
        <Flag aria-hidden="true" className="size-4 text-ink-soft" />
        <span className="font-medium text-ink-soft">{label}</span>
      </Button>
      <LazyReportDialog target={target} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

export const LazyReportDialog = lazyDialog(() => import('./report-dialog.tsx').then((module) => module.ReportDialog))
