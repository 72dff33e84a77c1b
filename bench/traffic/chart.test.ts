import { describe, expect, it } from 'vitest'
import { type Chart, chartSvg } from './chart.ts'

const chart: Chart = {
  title: 'Latency <all>',
  xLabel: 'arrivals a second',
  yLabel: 'ms',
  series: [
    {
      name: 'p99',
      points: [
        [25, 4],
        [50, Number.POSITIVE_INFINITY],
        [100, null],
        [200, 900],
      ],
    },
  ],
}
const pathOf = (svg: string) => /<path class="s0" d="([^"]*)"/.exec(svg)?.[1]

describe('a chart', () => {
  it('names its title, axes and series', () => {
    const svg = chartSvg({ ...chart, limit: { y: 1_000, name: 'limit' } }, 'one')
    for (const text of ['Latency &lt;all&gt;', 'arrivals a second', '>ms<', 'p99', 'limit']) expect(svg).toContain(text)
  })

  it('interrupts a line where there was no answer', () =>
    expect(pathOf(chartSvg(chart, 'one'))).toMatch(/^M[^LM]+M[^LM]+$/))

  it('begins a linear axis of values at zero and ends it at a tick', () => {
    const svg = chartSvg(
      {
        ...chart,
        series: [
          {
            name: 'MB',
            points: [
              [0, 190],
              [60, 230],
            ],
          },
        ],
      },
      'one',
    )
    expect(svg).toContain('>0</text>')
    expect(svg).toContain('>250</text>')
    expect(pathOf(svg)).toBe('M64 66.7L428 30.2')
  })

  it('has the ticks 1, 2 and 5 of each power on a logarithmic axis, or the powers alone if those are many', () => {
    const ticksFrom = (low: number, high: number) => {
      const series = [{ name: 'a', points: [[0, low] as const, [1, high] as const] }]
      const svg = chartSvg({ ...chart, isLogarithmic: true, series }, 'one')
      return [...svg.matchAll(/text-anchor="end">([^<]*)</g)].map(([, tick]) => tick)
    }
    expect(ticksFrom(21, 480)).toEqual(['20', '50', '100', '200', '500'])
    expect(ticksFrom(0.7, 2_400)).toEqual(['1', '10', '100', '1,000'])
  })

  it('says that it has no values', () => {
    expect(chartSvg({ ...chart, series: [{ name: 'p99', points: [[1, null]] }] }, 'one')).toContain('no values')
    expect(chartSvg({ ...chart, series: [] }, 'one')).toContain('no values')
  })

  it('draws a single point and equal values', () => {
    expect(chartSvg({ ...chart, series: [{ name: 'a', points: [[5, 0]] }] }, 'one')).not.toContain('NaN')
    expect(
      chartSvg(
        { ...chart, isLogarithmic: true, isXLogarithmic: true, series: [{ name: 'a', points: [[5, 3]] }] },
        'one',
      ),
    ).not.toContain('NaN')
  })
})
