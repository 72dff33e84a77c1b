/** Parses PostgREST's preferences from the Prefer header (RFC 7240), and formats the applied ones. */

export interface Preferences {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  readonly return: 'representation' | 'minimal' | 'headers-only' | undefined
  readonly count: 'exact' | 'planned' | 'estimated' | undefined
  readonly tx: 'commit' | 'rollback' | undefined
  readonly missing: 'default' | 'null' | undefined
  readonly handling: 'strict' | 'lenient' | undefined
  readonly timezone: string | undefined
  readonly maxAffected: number | undefined
  /** Unknown preferences, which are an error with `handling=strict`. */
  readonly unknown: readonly string[]
}

const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const satisfies { [K in keyof Preferences]?: readonly string[] }

type Draft = { -readonly [K in keyof Preferences]: Preferences[K] }

export const noPreferences: Preferences = {
  resolution: undefined,
  return: undefined,
  count: undefined,
  tx: undefined,
  missing: undefined,
  handling: undefined,
  timezone: undefined,
  maxAffected: undefined,
  unknown: [],
}

/** The first of repeated preferences wins. */
export function parsePreferences(header: string | null, isTimezone: (name: string) => boolean): Preferences {
  if (header === null || header === '') return noPreferences
  const draft: Draft = { ...noPreferences }
  const unknown: string[] = []
  for (const part of header.split(',')) {
    const preference = part.trim()
    if (preference !== '' && !take(draft, preference, isTimezone)) unknown.push(preference)
  }
  return { ...draft, unknown }
}

function take(draft: Draft, preference: string, isTimezone: (name: string) => boolean): boolean {
  const equals = preference.indexOf('=')
  const value = preference.slice(equals + 1)
  switch (equals === -1 ? '' : preference.slice(0, equals)) {
    case 'resolution':
      return choose(choices.resolution, value, (choice) => (draft.resolution ??= choice))
    case 'return':
      return choose(choices.return, value, (choice) => (draft.return ??= choice))
    case 'count':
      return choose(choices.count, value, (choice) => (draft.count ??= choice))
    case 'tx':
      return choose(choices.tx, value, (choice) => (draft.tx ??= choice))
    case 'missing':
      return choose(choices.missing, value, (choice) => (draft.missing ??= choice))
    case 'handling':
      return choose(choices.handling, value, (choice) => (draft.handling ??= choice))
    case 'timezone':
      if (!isTimezone(value)) return false
      draft.timezone ??= value
      return true
    case 'max-affected':
      if (/^\d{1,15}$/.test(value)) draft.maxAffected ??= Number(value)
      return true
    default:
      return false
  }
}

function choose<T extends string>(known: readonly T[], value: string, set: (choice: T) => void): boolean {
  const choice = known.find((candidate) => candidate === value)
  if (choice !== undefined) set(choice)
  return choice !== undefined
}

/** The Preference-Applied header, in PostgREST's order; undefined if none was applied. */
export function appliedPreferences(
  preferences: Preferences,
  relevant: readonly (keyof Preferences)[],
): string | undefined {
  const applied: string[] = []
  const add = (name: keyof Preferences, word: string, value: string | number | undefined) => {
    if (value !== undefined && relevant.includes(name)) applied.push(`${word}=${value}`)
  }
  add('resolution', 'resolution', preferences.resolution)
  add('missing', 'missing', preferences.missing)
  add('return', 'return', preferences.return)
  add('count', 'count', preferences.count)
  add('tx', 'tx', preferences.tx)
  add('handling', 'handling', preferences.handling)
  add('timezone', 'timezone', preferences.timezone)
  if (preferences.handling === 'strict') add('maxAffected', 'max-affected', preferences.maxAffected)
  return applied.length === 0 ? undefined : applied.join(', ')
}
