/** A box with something the reader should know. It has no role: pass `role="status"` or `alert` if it appears later. */
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  info: { colours: 'tone-sky', Icon: Info },
  success: { colours: 'tone-leaf', Icon: CircleCheck },
  warning: { colours: 'tone-honey', Icon: TriangleAlert },
  error: { colours: 'tone-alarm', Icon: CircleAlert },
  neutral: { colours: 'tone-neutral', Icon: Info },
}

export interface NoticeProps extends ComponentProps<'div'> {
  tone: keyof typeof tones
  /** Replaces the tone's icon; null for none. */
  icon?: LucideIcon | null
  /** A button or a link for the next step, at the end of the line or below it. */
  action?: ReactNode
}

export function Notice({ tone, icon, action, className, children, ...rest }: NoticeProps) {
  const Icon = icon === undefined ? tones[tone].Icon : icon
  return (
    <div {...rest} className={classNames('notice', tones[tone].colours, className)}>
      {Icon && <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />}
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">{children}</div>
        {action}
      </div>
    </div>
  )
}
