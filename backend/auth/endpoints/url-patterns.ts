/** Globs for redirect URLs, as Supabase documents them: `*` and `?` match neither `.` nor `/`, and `**` matches both. */

/** Supports `*`, `**`, `?`, `[a-z]`, `[!a-z]`, `{a,b}`, and `\` before a literal character. */
export function globToRegExp(glob: string): RegExp {
  return new RegExp(`^${translate(glob)}$`, 'u')
}

const token = /\*\*|\*|\?|\[!?[^\]]+\]|\{[^{}]*\}|\\.|./gsu

function translate(glob: string): string {
  return (glob.match(token) ?? []).map(translateToken).join('')
}

function translateToken(part: string): string {
  if (part === '**') return '.*'
  if (part === '*') return '[^./]*'
  if (part === '?') return '[^./]'
  if (part.length > 2 && part.startsWith('[')) return characterClass(part)
  if (part.length > 1 && part.startsWith('{')) return `(?:${part.slice(1, -1).split(',').map(translate).join('|')})`
  return literal(part.length > 1 && part.startsWith('\\') ? part.slice(1) : part)
}

function characterClass(part: string): string {
  const isNegated = part.startsWith('[!')
  const members = part.slice(isNegated ? 2 : 1, -1).replace(/[\\^[\]&~|(){}/]/g, '\\$&')
  return `[${isNegated ? '^' : ''}${members}]`
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
