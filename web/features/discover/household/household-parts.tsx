/** The parts of the layout for the household. Their code is loaded once the household or the page avoids anything. */
import { useCallback } from 'react'
import { useLocation } from 'react-router'
import { useLazyPart } from '#ui/use-lazy-part'
import { useAvoiding, useHousehold } from './use-household.ts'

const loadParts = () => import('./household-bar.tsx')

/** Pages that list or sell food, by the first segment of their path. */
const foodPages = [
  '',
  'cart',
  'category',
  'checkout',
  'drops',
  'occasion',
  'order',
  'orders',
  'product',
  'profile',
  'search',
  'shop',
]

export function HouseholdParts() {
  const { hasNeeds } = useHousehold()
  const isAvoiding = useAvoiding().length > 0
  const { pathname } = useLocation()
  const part = useLazyPart(
    loadParts,
    hasNeeds || isAvoiding,
    useCallback(() => {}, []),
  )
  const showsBar = hasNeeds && foodPages.includes(pathname.split('/', 2)[1] ?? '')
  if (!part) return showsBar ? <div className="h-12" /> : null
  return (
    <>
      {showsBar && <part.HouseholdBar />}
      <part.FitQuestions />
    </>
  )
}
