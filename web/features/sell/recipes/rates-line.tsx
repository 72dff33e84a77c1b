/** The rates that the costs are computed with, and the button that changes them. */
import { useState } from 'react'
import { formatPounds } from '#domain/values/money'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import type { RatesRecord } from './recipe-forms.ts'

const RatesDialog = lazyDialog(() => import('./rates-dialog.tsx').then((module) => module.RatesDialog))

export function RatesLine({ rates, className }: { rates: RatesRecord; className?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { hourly_rate: hourly, margin_percent: margin } = rates
  return (
    <p className={className}>
      {hourly === 0 ? 'Your work is not counted yet' : `Your work costs ${formatPounds(hourly)} an hour`}, and you aim
      for a margin of {margin}%.{' '}
      <Button variant="link" onClick={() => setIsOpen(true)}>
        Change rates
      </Button>
      <RatesDialog key={`${hourly} ${margin}`} open={isOpen} onClose={() => setIsOpen(false)} rates={rates} />
    </p>
  )
}
