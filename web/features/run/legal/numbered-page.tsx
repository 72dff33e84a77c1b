/** A page with a long numbered text: its date, its table of contents and a contact. */
import type { ReactNode } from 'react'
import { dateWithYear } from '#domain/values/calendar'
import { PageHead } from '#platform/page-head.tsx'
import { NumberedText, type NumberedTextProps } from '#ui/numbered-text'
import { Page } from '#ui/page'

export interface NumberedPageProps extends Pick<NumberedTextProps, 'introduction' | 'sections'> {
  title: string
  /** 'YYYY-MM-DD' */
  date: string
  canonical: string
  children: ReactNode
}

export function NumberedPage({ title, date, canonical, introduction, sections, children }: NumberedPageProps) {
  return (
    <Page width="reading" as="article" className="py-10 sm:py-14">
      <PageHead title={title} description={introduction} canonical={canonical} />
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      <p className="mt-3 mb-8 text-sm text-ink-soft">
        Last updated on <time dateTime={date}>{dateWithYear(date)}</time>
      </p>
      <NumberedText introduction={introduction} sections={sections} headingLevel="h2" />
      <aside className="mt-12 space-y-3 rounded-panel border border-line bg-card p-6 text-pretty sm:p-8">
        {children}
      </aside>
    </Page>
  )
}
