/** The brief of a custom order, whatever its conversation collected. */
import type { ReactNode } from 'react'
import { briefLines } from '#domain/brief'

export function Brief({ brief, children }: { brief: unknown; children: (words: ReactNode) => ReactNode }) {
  const lines = briefLines(brief)
  if (lines.length === 0) return null
  return children(
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
      {lines.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>,
  )
}
