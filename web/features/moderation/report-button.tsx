/** A quiet way to report what one sees, by way of signing in where needed. */
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { useWhenSignedIn } from '#features/auth'
import { Button } from '#ui/button'
import { ReportWindow } from './report-window.tsx'
import type { ReportedThing } from './reported-thing.ts'

interface ReportButtonProps {
  thing: ReportedThing
  label?: string
  className?: string
}

export function ReportButton({ thing, label = 'Report', className }: ReportButtonProps) {
  const whenSignedIn = useWhenSignedIn()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={label === 'Report' ? `Report ${thing.called}` : undefined}
        onClick={() => whenSignedIn(() => setOpen(true))}
        className={className}
      >
        <Flag aria-hidden="true" className="size-4 text-ink-soft" />
        <span className="font-medium text-ink-soft">{label}</span>
      </Button>
      <ReportWindow thing={thing} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}
