/** Breadcrumbs from the home page to the current page. */
import { ChevronRight } from 'lucide-react'
import { Link } from './link.tsx'

export interface BreadcrumbsProps {
  /** From the outermost page inwards, without the current page. */
  trail: readonly { label: string; to: string }[]
  current: string
}

export function Breadcrumbs({ trail, current }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-ink-soft">
      <ol className="flex items-center gap-x-1">
        {trail.map(({ label, to }) => (
          <li key={to} className="flex max-w-[40%] shrink-0 items-center gap-1">
            <Link to={to} className="truncate py-1.5 underline-offset-4 hover:text-ink hover:underline">
              {label}
            </Link>
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink/35" />
          </li>
        ))}
        <li aria-current="page" className="min-w-0 truncate py-1.5 text-ink">
          {current}
        </li>
      </ol>
    </nav>
  )
}
