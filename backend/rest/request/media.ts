/** Parses the Accept header: media types, best first, with PostgREST's parameters. */

/** The options of EXPLAIN. */
const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const
export type PlanOption = (typeof planOptions)[number]

/** One media type of an Accept header. */
export interface Accepted {
  /** Lower-cased, without parameters. */
  readonly type: string
  readonly stripsNulls: boolean
  /** For application/vnd.pgrst.plan: the type whose plan is requested, and the options. */
  readonly plan: { readonly of: string; readonly options: readonly PlanOption[] } | undefined
}

const anything: readonly Accepted[] = [{ type: '*/*', stripsNulls: false, plan: undefined }]

/** The most frequent headers, which need no parsing. */
const usual = new Map<string, readonly Accepted[]>([
  ['*/*', anything],
  ['application/json', [{ type: 'application/json', stripsNulls: false, plan: undefined }]],
])

/** No client sends longer headers. */
const maxTypes = 50

export function parseAccept(accept: string | null): readonly Accepted[] {
  if (accept === null || accept === '') return anything
  const known = usual.get(accept)
  if (known !== undefined) return known
  return accept
    .split(',', maxTypes)
    .map(parseRange)
    .sort((a, b) => b.quality - a.quality)
    .map(({ accepted }) => accepted)
}

function parseRange(text: string): { accepted: Accepted; quality: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const value = (name: string) =>
    parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1)
  const q = value('q')
  const quality = q === undefined ? 1 : Number(q)
  const options = value('options')?.split('|') ?? []
  const plan = type.startsWith('application/vnd.pgrst.plan')
    ? {
        of: value('for')?.replaceAll('"', '') ?? 'application/json',
        options: planOptions.filter((option) => options.includes(option)),
      }
    : undefined
  return {
    accepted: { type, stripsNulls: parameters.includes('nulls=stripped'), plan },
    quality: Number.isNaN(quality) ? 0 : quality,
  }
}
