/** The text and the pictures of a brief, for conversations and orders. */
import type { ReactNode } from 'react'
import { briefLines, readBrief } from '#domain/orders/brief'
import { PrivatePictures } from '#features/account/uploads'

export interface BriefProps {
  /** The JSON value in the database. */
  brief: unknown
  /** Wraps the content, if the brief has any. */
  children: (content: ReactNode) => ReactNode
}

export function Brief({ brief, children }: BriefProps) {
  const lines = briefLines(brief)
  const { pictures } = readBrief(brief)
  if (lines.length === 0 && pictures.length === 0) return null
  return children(
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {lines.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {pictures.length > 0 && (
        <div className="mt-3">
          <PrivatePictures title="Pictures of the request" paths={pictures} />
        </div>
      )}
    </>,
  )
}
