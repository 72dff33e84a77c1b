/** Which regular expressions the database may try on rows: those of which it is known that they come to an end soon. */

export const maxExpressionLength = 100
/** What the repetitions of an expression come to: x{50} is fifty states for the database, (x{50}){50} two and a half thousand. */
const maxRepetitions = 50

/** Why an expression is refused, as a sentence for whoever wrote it; undefined where it may be tried. */
export function expressionError(expression: string): string | undefined {
  if (expression.length > maxExpressionLength)
    return `A regular expression has ${maxExpressionLength} characters at the most`
  // Following these can take time without end.
  if (/\\[1-9]/.test(expression)) return 'An expression does not refer back to its own parts'
  // Looking around begins anew at every character; options and directors change what everything here means.
  if (/^\*\*\*|\(\?(?!:)/.test(expression)) return 'An expression has neither options nor parts that look around'
  const repetitions = [...expression.matchAll(/\{(\d+)(?:,(\d*))?\}/g)]
  const states = repetitions.reduce((product, [, from, to]) => product * Math.max(1, Number(to || from)), 1)
  return states > maxRepetitions ? 'The repetitions of an expression come to too much' : undefined
}
