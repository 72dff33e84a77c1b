/** A link to the parent page. */
import { ArrowLeft } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'

export function BackLink({ className, children, ...link }: LinkProps) {
  return (
    <Link
      {...link}
      className={classNames(
        '-ml-1 inline-flex items-center gap-1.5 py-2 font-medium text-ink-soft hover:text-ink',
        className,
      )}
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      {children}
    </Link>
  )
}
