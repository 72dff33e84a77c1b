/** A warning beside a product that does not fit the household or the filters. Its code is loaded once either excludes something. */
import { useCallback } from 'react'
import { useLazyPart } from '#ui/use-lazy-part'
import type { FitLinesProps } from './fit-lines.tsx'
import { useAvoiding } from './use-household.ts'

const loadLines = () => import('./fit-lines.tsx')

export function FitWarning(props: FitLinesProps) {
  const isNeeded = useAvoiding().length > 0
  const part = useLazyPart(
    loadLines,
    isNeeded,
    useCallback(() => {}, []),
  )
  return part && isNeeded && <part.FitLines {...props} />
}
