/**
 * A placeholder while content loads. Give it the size of the content, so that the layout does not shift. It is hidden
 * from assistive technology: announce the loading in text nearby.
 */
import { classNames } from './class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton block rounded-md', className)} />
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
