/** A rating out of five as stars, with a text alternative. */
import { classNames } from './class-names.ts'

const points = '12,2.6 14.9,8.7 21.6,9.6 16.7,14.2 17.9,20.9 12,17.6 6.1,20.9 7.3,14.2 2.4,9.6 9.1,8.7'

export interface StarsProps {
  /** 0 to 5, fractions included. */
  rating: number
  className?: string
}

export function Stars({ rating, className }: StarsProps) {
  const filledPercent = (Math.min(5, Math.max(0, rating)) / 5) * 100
  return (
    <svg
      role="img"
      aria-label={`Rated ${rating.toFixed(1)} out of 5`}
      viewBox="0 0 120 24"
      className={classNames('h-[1.1em] w-auto shrink-0', className)}
    >
      <StarRow className="fill-ink/15" />
      {/* A nested viewport clips the filled stars. Ids could clash, and the content security policy forbids inline
          styles. */}
      <svg viewBox={`0 0 ${1.2 * filledPercent} 24`} width={1.2 * filledPercent} height="24" aria-hidden="true">
        <StarRow className="fill-honey" />
      </svg>
    </svg>
  )
}

function StarRow({ className }: { className: string }) {
  return (
    <g className={className}>
      {[0, 24, 48, 72, 96].map((x) => (
        <polygon key={x} points={points} transform={`translate(${x} 0)`} />
      ))}
    </g>
  )
}
