/** The shop's name and sign: a tuck box with a berry on its lid. */
import { classNames } from '#web/ui/class-names.ts'

export function Wordmark({ className }: { className?: string }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 font-display text-2xl font-semibold tracking-tight',
        className,
      )}
    >
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
        <path d="M17 6c1-3 4-4 6.500-3.500C23 5 20.500 6.500 17 6Z" className="fill-leaf" />
        <circle cx="16" cy="9" r="4" className="fill-berry" />
        <rect x="3" y="12" width="26" height="6" rx="2.500" className="fill-current" />
        <path d="M5 19.500h22V26a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3Z" className="fill-current" />
        <path
          d="M12.500 22.500a3.500 3.500 0 0 0 7 0"
          className="fill-none stroke-paper"
          strokeWidth="1.800"
          strokeLinecap="round"
        />
      </svg>
      Tuckbox
    </span>
  )
}
