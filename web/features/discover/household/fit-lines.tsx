/** Whether a product fits the household and the filters of the page, why not, and what could not be checked. */
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { fitOf, reasonSentences } from '#domain/food/fit'
import { joinWithAnd } from '#domain/values/join-with-and'
import { Notice } from '#ui/notice'
import { type DeclaredProduct, foodOf } from './foods.ts'
import { useActiveHousehold, useAvoiding } from './use-household.ts'

export interface FitLinesProps {
  product: Omit<DeclaredProduct, 'id'>
  /** `notice` is a box, `line` one line of a list. */
  look: 'notice' | 'line'
}

export function FitLines({ product, look }: FitLinesProps) {
  const household = useActiveHousehold()
  const avoiding = useAvoiding()
  const food = foodOf(product)
  const { reasons, byOption, mentions, unchecked, kitchen, absent } = fitOf(avoiding, food)
  const warnings = reasonSentences('This', reasons)
  const others = [
    ...reasonSentences('This', kitchen),
    ...reasonSentences('One option', byOption),
    ...reasonSentences('The seller’s text', mentions),
    ...(unchecked.length > 0 ? [`Could not be checked: ${joinWithAnd(unchecked)}. Please ask the seller.`] : []),
  ]
  if (look === 'line') {
    return [...warnings, ...others].map((text) => (
      <p key={text} className="mt-1 flex gap-2 text-sm font-medium text-alarm-deep">
        <TriangleAlert aria-hidden="true" className="mt-px size-4.5 shrink-0" />
        {text}
      </p>
    ))
  }
  const fitting = warnings.length > 0 ? [] : absent.filter(({ isOpen }) => !isOpen)
  if (warnings.length + others.length + fitting.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      {warnings.length > 0 && (
        <Notice tone="error" icon={TriangleAlert} role="alert">
          <strong className="font-semibold">
            {fitOf(household, food).reasons.length > 0
              ? 'This does not fit your household.'
              : 'This does not fit your filters.'}
          </strong>
          {warnings.map((text) => (
            <span key={text} className="block">
              {text}
            </span>
          ))}
        </Notice>
      )}
      {others.length > 0 && (
        <Notice tone="warning" role="status">
          {others.map((text) => (
            <span key={text} className="block">
              {text}
            </span>
          ))}
        </Notice>
      )}
      {fitting.length > 0 && (
        <Notice tone="success" icon={ShieldCheck}>
          {fitting.map(({ text }) => (
            <span key={text} className="block">
              {text}.
            </span>
          ))}
        </Notice>
      )}
    </div>
  )
}
