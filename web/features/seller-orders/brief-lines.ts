/** Reads a brief, JSON that a conversation collected: its fields by name, in words. */

export interface BriefLine {
  readonly name: string
  readonly value: string
}

export function briefLines(brief: unknown): readonly BriefLine[] {
  if (typeof brief !== 'object' || brief === null || Array.isArray(brief)) return []
  return Object.entries(brief).flatMap(([key, value]) => {
    const words = wordsOf(value)
    return words === '' ? [] : [{ name: titleOf(key), value: words }]
  })
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.map(wordsOf).filter(Boolean).join(', ') : ''
}

/** 'wanted_on' as 'Wanted on'. */
function titleOf(key: string): string {
  const words = key.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
