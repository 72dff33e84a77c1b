/** A message in place of a page, such as that it was not found, with a link to the next step. */
import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { LinkButton } from './link-button.tsx'

export interface PageNoticeProps extends Pick<EmptyStateProps, 'icon' | 'title'> {
  to: string
  /** The text of the link. */
  link: string
  children?: ReactNode
}

export function PageNotice({ to, link, children, ...state }: PageNoticeProps) {
  return (
    <EmptyState {...state} headingLevel="h1" className="py-24" actions={<LinkButton to={to}>{link}</LinkButton>}>
      {children && <p>{children}</p>}
    </EmptyState>
  )
}
