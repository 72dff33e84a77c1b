/** Line charts as SVG, without scripts. Colours are variables of the page, so that they follow its theme. */

import { escapeHtml } from '#domain/values/escape-html'

interface Series {
  readonly name: string
  /** A missing or infinite value interrupts the line. */
  readonly points: readonly (readonly [x: number, y: number | null])[]
}

export interface Chart {
  readonly title: string
  /** With their units. */
  readonly xLabel: string
  readonly yLabel: string
  readonly series: readonly Series[]
  /** A logarithmic axis shows 2 ms and 2 s on one chart. */
  readonly isLogarithmic?: boolean
  readonly isXLogarithmic?: boolean
  /** A horizontal line, such as a goal. */
  readonly limit?: { readonly y: number; readonly name: string }
  /** A time at the start that does not count. */
  readonly settlingUntil?: number
}

const size = { width: 440, height: 290 }
const plot = { left: 64, right: 428, top: 12, bottom: 240 }

interface Scale {
  at(value: number): number
  readonly ticks: readonly number[]
}

export function chartSvg(chart: Chart, id: string): string {
  const points = chart.series.flatMap(({ points }) => points.filter(isShown))
  if (points.length === 0) return '<p>There are no values.</p>'
  const ys = [...points.map(([, y]) => y), ...(chart.limit ? [chart.limit.y] : [])]
  const xs = points.map(([x]) => x)
  const x = (chart.isXLogarithmic ? logarithmic : linear)(extent(xs), [plot.left, plot.right])
  const y = (chart.isLogarithmic ? logarithmic : linear)(
    chart.isLogarithmic ? extent(ys.filter((value) => value > 0)) : [0, extent(ys)[1]],
    [plot.bottom, plot.top],
  )
  const horizontal = y.ticks.map(
    (tick) =>
      `<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${round(y.at(tick))}" y2="${round(y.at(tick))}"/>` +
      `<text x="${plot.left - 6}" y="${round(y.at(tick) + 4)}" text-anchor="end">${shortNumber(tick)}</text>`,
  )
  const vertical = x.ticks.map(
    (tick) => `<text x="${round(x.at(tick))}" y="${plot.bottom + 17}" text-anchor="middle">${shortNumber(tick)}</text>`,
  )
  const settling =
    chart.settlingUntil === undefined
      ? ''
      : `<rect class="settling" x="${plot.left}" y="${plot.top}" width="${round(Math.max(0, x.at(chart.settlingUntil) - plot.left))}" height="${plot.bottom - plot.top}"/>`
  const limit = chart.limit
    ? `<line class="limit" x1="${plot.left}" x2="${plot.right}" y1="${round(y.at(chart.limit.y))}" y2="${round(y.at(chart.limit.y))}"/>`
    : ''
  const lines = chart.series.map(({ points }, n) => seriesSvg(points, n, x, y, points.length < 40))
  const named = [
    ...chart.series.map(({ name }, n) => `<li><span class="key s${n}"></span>${escapeHtml(name)}</li>`),
    ...(chart.limit ? [`<li><span class="key limit"></span>${escapeHtml(chart.limit.name)}</li>`] : []),
  ]
  return `<figure>
<figcaption id="${id}">${escapeHtml(chart.title)}</figcaption>
<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-labelledby="${id}">
${settling}${horizontal.join('')}${vertical.join('')}
<line class="axis" x1="${plot.left}" x2="${plot.right}" y1="${plot.bottom}" y2="${plot.bottom}"/>
<text x="${(plot.left + plot.right) / 2}" y="${size.height - 12}" text-anchor="middle">${escapeHtml(chart.xLabel)}</text>
<text transform="translate(14 ${(plot.top + plot.bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeHtml(chart.yLabel)}</text>
${limit}${lines.join('')}
</svg>
<ul class="legend">${named.join('')}</ul>
</figure>`
}

type Shown = readonly [x: number, y: number]
const isShown = (point: readonly [x: number, y: number | null]): point is Shown =>
  point[1] !== null && Number.isFinite(point[1])

function seriesSvg(points: Series['points'], n: number, x: Scale, y: Scale, hasDots: boolean): string {
  let path = ''
  let isDrawing = false
  const dots: string[] = []
  for (const point of points) {
    if (isShown(point)) {
      const [atX, atY] = [round(x.at(point[0])), round(y.at(point[1]))]
      path += `${isDrawing ? 'L' : 'M'}${atX} ${atY}`
      if (hasDots) dots.push(`<circle class="s${n}" cx="${atX}" cy="${atY}" r="3"/>`)
      isDrawing = true
    } else isDrawing = false
  }
  return `<path class="s${n}" d="${path}"/>${dots.join('')}`
}

const extent = (values: readonly number[]): [number, number] =>
  values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)] as [number, number],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )

/** Ends at a tick. */
function linear([low, high]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  const step = niceStep((high - low || high || 1) / 5)
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  const ticks = Array.from({ length: last - first + 1 }, (_, n) => Number(((first + n) * step).toPrecision(12)))
  const [bottom, top] = [first * step, last * step]
  return { at: (value) => from + ((value - bottom) / (top - bottom)) * (to - from), ticks }
}

function logarithmic([low, high]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  const all = Array.from({ length: 12 }, (_, n) => [1, 2, 5].map((digit) => digit * 10 ** (n - 3))).flat()
  const bottom = all.findLast((tick) => tick <= low) ?? low
  const top = all.find((tick) => tick >= high && tick > bottom) ?? high
  const within = all.filter((tick) => tick >= bottom && tick <= top)
  const ticks = within.length > 8 ? within.filter((tick) => Number.isInteger(Math.log10(tick))) : within
  const at = (value: number) =>
    from + (Math.log(Math.max(value, bottom) / bottom) / Math.log(top / bottom)) * (to - from)
  return { at, ticks }
}

/** 1, 2 or 5 times a power of ten, and at least this. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5, 10].find((digit) => digit * power >= least) ?? 10) * power
}

const shortNumber = (value: number): string =>
  value >= 10_000 ? `${value / 1000}k` : value.toLocaleString('en-GB', { maximumFractionDigits: 3 })

const round = (value: number): number => Math.round(value * 10) / 10
