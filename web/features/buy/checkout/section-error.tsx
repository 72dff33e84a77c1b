/** The error message of a section. */
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export function SectionError({ id, children }: { id?: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className="mt-1.5 flex gap-2 font-medium text-pretty text-alarm-deep">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
