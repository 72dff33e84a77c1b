/** The text of a message with clickable links. It is never parsed as HTML. */
import { textParts } from './text-parts.ts'

export function MessageText({ text }: { text: string }) {
  return textParts(text).map((part, position) =>
    part.href === undefined ? (
      part.text
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
        key={position}
        href={part.href}
        target="_blank"
        rel="noopener nofollow ugc"
        className="underline underline-offset-2"
      >
        {part.text}
      </a>
    ),
  )
}
