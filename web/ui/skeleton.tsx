/**
 * A placeholder while content loads. Give it the size of the content, so that the layout does not shift. It is hidden
 * from assistive technology: `Loading` announces it.
 */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const shapes = {
  line: '',
  field: 'rounded-control',
  card: 'rounded-card',
  panel: 'rounded-panel',
  circle: 'rounded-full',
  square: 'rounded-none',
}

export function Skeleton({ shape = 'line', className }: { shape?: keyof typeof shapes; className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton', shapes[shape], className)} />
}

/** Placeholder lines, each as high as a line of the surrounding text. */
export function SkeletonText({ lines = 1, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('block', className)}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never reordered
        <span key={line} className="flex h-[1lh] items-center last:w-3/5">
          <span className="skeleton h-[0.7em] w-full rounded-full" />
        </span>
      ))}
    </span>
  )
}

/** Placeholders, and the text that announces them to screen readers. */
export function Loading({ text, className, children }: { text: string; className?: string; children?: ReactNode }) {
  return (
    <div className={className}>
      <p role="status" className="sr-only">
        {text}
      </p>
      {children}
    </div>
  )
}
