/** A link to the parent page. */
import { ArrowLeft } from 'lucide-react'
import type { LinkProps } from 'react-router'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'

export function BackLink({ className, children, ...link }: LinkProps) {
  return (
    <Link {...link} className={classNames('back-link', className)}>
      <ArrowLeft aria-hidden="true" className="size-5" />
      {children}
    </Link>
  )
}
