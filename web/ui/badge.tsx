/** A short label, such as 'Bestseller', 'Custom' or an order's status. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface BadgeProps {
  tone?: 'neutral' | 'berry' | 'honey' | 'leaf' | 'sky' | 'alarm'
  className?: string
  children: ReactNode
}

export function Badge({ tone = 'neutral', className, children }: BadgeProps) {
  return <span className={classNames('badge', `tone-${tone}`, className)}>{children}</span>
}
