/** The ten sections of the agreement, numbered. */
import { agreementIntroduction, agreementSections } from './agreement.ts'

export function AgreementText({ headingLevel: Heading }: { headingLevel: 'h2' | 'h3' }) {
  return (
    <div className="space-y-7 text-pretty">
      <p className="text-ink-soft">{agreementIntroduction}</p>
      <ol className="space-y-7">
        {agreementSections.map(({ heading, paragraphs, points }, index) => (
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
