/** The message of an empty list: what is missing, why, and what to do next. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  /** The heading level that fits the page; `h2` inside a page with its own heading. */
  headingLevel?: 'h1' | 'h2' | 'h3'
  children?: ReactNode
  /** Buttons or links for the next step. */
  actions?: ReactNode
  className?: string
}

export function EmptyState({
  icon: Icon,
  title,
  headingLevel: Heading = 'h2',
  children,
  actions,
  className,
}: EmptyStateProps) {
  return (
    <div className={classNames('empty-state', className)}>
      {Icon && (
        <span className="mb-5 grid size-20 place-items-center rounded-full bg-paper-deep text-berry">
          <Icon aria-hidden="true" className="size-9" strokeWidth={1.5} />
        </span>
      )}
      <Heading className="text-2xl font-semibold">{title}</Heading>
      {children && <div className="mt-2 text-pretty text-ink-soft">{children}</div>}
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
