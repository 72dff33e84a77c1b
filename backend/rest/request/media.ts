/** Reads an Accept header: the media types it takes, best first, with the parameters that PostgREST knows. */

/** What EXPLAIN is to tell beside the plan. */
export const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const
export type PlanOption = (typeof planOptions)[number]

/** One media type of an Accept header. */
export interface Accepted {
  /** In lower case, without its parameters. */
  readonly type: string
  readonly stripsNulls: boolean
  /** Of application/vnd.pgrst.plan: the type whose plan is asked for, and what to tell. */
  readonly plan: { readonly of: string; readonly options: readonly PlanOption[] } | undefined
}

const anything: readonly Accepted[] = [{ type: '*/*', stripsNulls: false, plan: undefined }]

/** As sent by nearly everyone; told apart without being parsed. */
const usual = new Map<string, readonly Accepted[]>([
  ['*/*', anything],
  ['application/json', [{ type: 'application/json', stripsNulls: false, plan: undefined }]],
])

/** Longer ones are not sent by any client, and not worth repeating in a message. */
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
