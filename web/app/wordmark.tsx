/** The wordmark: a tuck box with a berry on its lid. */
import { classNames } from '#web/ui/class-names.ts'

/** @param onDark uses lighter colours for dark backgrounds */
export function Wordmark({ onDark = false }: { onDark?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 font-display text-2xl font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
        <path d="M17 6c1-3 4-4 6.5-3.5C23 5 20.5 6.5 17 6Z" className={onDark ? 'fill-leaf-light' : 'fill-leaf'} />
        <circle cx="16" cy="9" r="4" className={onDark ? 'fill-berry-light' : 'fill-berry'} />
        <rect x="3" y="12" width="26" height="6" rx="2.5" className="fill-current" />
        <path d="M5 19.5h22V26a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3Z" className="fill-current" />
        <path
          d="M12.5 22.5a3.5 3.5 0 0 0 7 0"
          className={classNames('fill-none', onDark ? 'stroke-night' : 'stroke-paper')}
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      </svg>
      Tuckbox
    </span>
  )
}
