/** Chooses the form of a response from its Accept header: JSON array, one JSON object, JSON without nulls, or CSV. */
import { unacceptableMediaType } from '../errors.ts'

export interface Media {
  readonly form: 'array' | 'object' | 'csv'
  readonly stripsNulls: boolean
  readonly contentType: string
}

const json: Media = { form: 'array', stripsNulls: false, contentType: 'application/json; charset=utf-8' }

const known = new Map<string, Media>([
  ['*/*', json],
  ['application/*', json],
  ['application/json', json],
  ['application/vnd.pgrst.array', json],
  ['application/vnd.pgrst.array+json', json],
  [
    'application/vnd.pgrst.object+json',
    { form: 'object', stripsNulls: false, contentType: 'application/vnd.pgrst.object+json; charset=utf-8' },
  ],
  ['text/csv', { form: 'csv', stripsNulls: false, contentType: 'text/csv; charset=utf-8' }],
])
const strippedArray: Media = {
  form: 'array',
  stripsNulls: true,
  contentType: 'application/vnd.pgrst.array+json; nulls=stripped; charset=utf-8',
}
const strippedObject: Media = {
  form: 'object',
  stripsNulls: true,
  contentType: 'application/vnd.pgrst.object+json; nulls=stripped; charset=utf-8',
}

/** @throws RestError PGRST107 */
export function negotiate(accept: string | null): Media {
  if (accept === null || accept === '') return json
  const exact = known.get(accept)
  if (exact !== undefined) return exact
  const ranges = accept
    .split(',')
    .map(parseRange)
    .sort((a, b) => b.quality - a.quality)
  for (const { type, isStripped } of ranges) {
    const media = find(type, isStripped)
    if (media !== undefined) return media
  }
  throw unacceptableMediaType(ranges.map((range) => range.type))
}

function parseRange(text: string): { type: string; isStripped: boolean; quality: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const quality = q === undefined ? 1 : Number(q)
  return { type, isStripped: parameters.includes('nulls=stripped'), quality: Number.isNaN(quality) ? 0 : quality }
}

function find(type: string, isStripped: boolean): Media | undefined {
  const media = known.get(type === 'application/vnd.pgrst.object' ? 'application/vnd.pgrst.object+json' : type)
  if (!isStripped || media === undefined) return media
  if (media.form === 'object') return strippedObject
  return type.startsWith('application/vnd.pgrst.array') ? strippedArray : media
}
