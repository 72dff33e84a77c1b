/** The figures of each bucket, as a chart and as a table. */
import { useCallback, useState } from 'react'
import { useUrlParameters, withParameter } from '#platform/url-parameters.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Select } from '#ui/select'
import { Skeleton } from '#ui/skeleton'
import { useLazyPart } from '#ui/use-lazy-part'
import type { Analytics } from './analytics.ts'
import { FiguresTable } from './figures-table.tsx'
import { measureNames, measures } from './measures.ts'

const titles = { day: 'Day by day', week: 'Week by week', month: 'Month by month' } as const
const loadChart = () => import('./figures-chart.tsx')

export function FiguresCard({ data }: { data: Analytics }) {
  const [params, change] = useUrlParameters()
  const name = measureNames.find((measure) => measure === params.get('show')) ?? 'revenue'
  return (
    <section aria-labelledby="steps" className="mt-6">
      <Card className="print:border-0 print:p-0">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="steps" className="text-2xl">
            {titles[data.bucket]}
          </h2>
          <Select
            label="Chart measure"
            labelHidden
            value={name}
            options={measureNames.map((measure) => ({ value: measure, label: measures[measure].label }))}
            onValueChange={(measure) => change((latest) => withParameter(latest, 'show', measure))}
            className="w-44 print:hidden"
          />
        </div>
        <Chart data={data} name={name} />
        <FiguresTable data={data} />
      </Card>
    </section>
  )
}

function Chart({ data, name }: { data: Analytics; name: (typeof measureNames)[number] }) {
  const [isWanted, setIsWanted] = useState(true)
  const part = useLazyPart(
    loadChart,
    isWanted,
    useCallback(() => setIsWanted(false), []),
  )
  const measure = measures[name]
  return (
    <figure className="mt-5">
      <figcaption className="sr-only print:not-sr-only print:font-semibold">
        {measure.label}. The table below has the same figures.
      </figcaption>
      <div className="h-72 sm:h-80">
        {part ? (
          <part.FiguresChart figures={data.buckets} bucket={data.bucket} measure={measure} />
        ) : isWanted ? (
          <Skeleton shape="field" className="size-full" />
        ) : (
          <div className="grid size-full place-items-center rounded-control bg-paper-deep text-center">
            <p>
              The chart could not be loaded. Its figures are in the table.
              <Button variant="secondary" size="sm" onClick={() => setIsWanted(true)} className="mx-auto mt-3 flex">
                Try again
              </Button>
            </p>
          </div>
        )}
      </div>
    </figure>
  )
}
