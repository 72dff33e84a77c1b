/** A text in numbered sections, as agreements and policies are written. */

export interface NumberedSection {
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly points?: readonly string[]
}

export interface NumberedTextProps {
  introduction: string
  sections: readonly NumberedSection[]
  headingLevel: 'h2' | 'h3'
}

export function NumberedText({ introduction, sections, headingLevel: Heading }: NumberedTextProps) {
  return (
    <div className="space-y-7 text-pretty">
      <p className="text-ink-soft">{introduction}</p>
      <ol className="space-y-7">
        {sections.map(({ heading, paragraphs, points }, index) => (
          <li key={heading}>
            <Heading className="text-xl">
              {index + 1}. {heading}
            </Heading>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-2">
                {paragraph}
              </p>
            ))}
            {points && (
              <ul className="mt-2 list-disc space-y-1.5 pl-5 marker:text-berry">
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
