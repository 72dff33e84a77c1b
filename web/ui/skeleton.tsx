/**
 * A quiet placeholder of the size of what is coming. Give it the same box (aspect ratio, height) as the content, so that nothing
 * moves when that arrives; say what is loading in text nearby, this is hidden from assistive technology.
 */
import { classNames } from './class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton block rounded-md', className)} />
}

/** Lines of text to come; each line takes the height of a line of the text size around it. */
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
