/** A short label, such as 'Bestseller', 'Custom' or an order's status. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface BadgeProps {
  tone?: 'neutral' | 'berry' | 'honey' | 'leaf' | 'sky' | 'alarm'
  className?: string
  children: ReactNode
}

const tones = {
  neutral: 'bg-paper-deep text-ink',
  berry: 'bg-berry-pale text-berry-deep',
  honey: 'bg-honey-pale text-honey-deep',
  leaf: 'bg-leaf-pale text-leaf-deep',
  sky: 'bg-sky-pale text-sky-deep',
  alarm: 'bg-alarm-pale text-alarm-deep',
} satisfies Record<NonNullable<BadgeProps['tone']>, string>

export function Badge({ tone = 'neutral', className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs leading-5 font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
