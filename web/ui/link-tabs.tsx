/** Links between views of one page, in the look of tabs. For the browser they are links, so they work without scripts. */
import type { ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'

export interface LinkTabsProps {
  /** The accessible name of the navigation. */
  label: string
  className?: string
  /** LinkTab elements. */
  children: ReactNode
}

export function LinkTabs({ label, look = 'line', className, children }: LinkTabsProps & { look?: 'line' | 'pills' }) {
  return (
    // Narrower than its tabs, so that they scroll in it also where it is an item of a grid.
    <nav aria-label={label} className={classNames('min-w-0', className)}>
      <ul className={`tabs-${look}`}>{children}</ul>
    </nav>
  )
}

export interface LinkTabProps extends LinkProps {
  isCurrent: boolean
  look?: 'line' | 'pills'
}

export function LinkTab({ isCurrent, look = 'line', className, ...rest }: LinkTabProps) {
  return (
    <li className="flex shrink-0">
      <Link {...rest} aria-current={isCurrent ? 'page' : undefined} className={classNames(`tab-${look}`, className)} />
    </li>
  )
}
