/** The bar chart, in its own chunk together with the chart library. Arrow keys move between bars while it has focus. */
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Figures } from './analytics.ts'
import type { Bucket } from './analytics-parameters.ts'
import { bucketLabel, spanLabel } from './format-figures.ts'
import type { Measure } from './measures.ts'

interface Props {
  readonly figures: readonly Figures[]
  readonly bucket: Bucket
  readonly measure: Measure
}

const ink = 'var(--color-ink-soft)'

export function FiguresChart({ figures, bucket, measure }: Props) {
  const bars = figures.map((each) => ({
    label: bucketLabel(each, bucket),
    span: spanLabel(each),
    value: measure.of(each),
  }))
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 640, height: 320 }}>
      <BarChart
        data={bars}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        accessibilityLayer
        title={`${measure.label} as a bar chart`}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="label"
          tickLine={false}
          axisLine={{ stroke: ink }}
          tick={{ fill: ink, fontSize: 13 }}
          minTickGap={18}
        />
        <YAxis
          width="auto"
          tickLine={false}
          axisLine={false}
          tick={{ fill: ink, fontSize: 13 }}
          tickFormatter={measure.tick}
          allowDecimals={!measure.isWhole}
        />
        <Tooltip
          cursor={{ fill: 'var(--color-paper-deep)' }}
          isAnimationActive={false}
          content={({ active, payload }) => (
            <BarTooltip isShown={active} bar={payload?.[0]?.payload} measure={measure} />
          )}
        />
        <Bar
          dataKey="value"
          name={measure.label}
          fill="var(--color-berry)"
          radius={[4, 4, 0, 0]}
          maxBarSize={48}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}

interface BarTooltipProps {
  readonly isShown: boolean
  readonly bar: { span: string; value: number } | undefined
  readonly measure: Measure
}

function BarTooltip({ isShown, bar, measure }: BarTooltipProps) {
  if (!isShown || !bar) return null
  return (
    <div className="rounded-control border border-line bg-card px-3 py-2 text-sm shadow-rest">
      <p className="text-ink-soft">{bar.span}</p>
      <p className="mt-0.5 font-semibold tabular-nums">
        {measure.label}: {measure.format(bar.value)}
      </p>
    </div>
  )
}
