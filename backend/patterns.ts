/** Limits regular expressions from requests to those that are known to terminate quickly. */

const maxExpressionLength = 100
/** The product of all repetition counts: x{50} is fifty states in the database, (x{50}){50} two and a half thousand. */
const maxRepetitions = 50

/** The reason for refusing an expression, as a sentence for the client; undefined if it is allowed. */
export function expressionError(expression: string): string | undefined {
  if (expression.length > maxExpressionLength)
    return `A regular expression may have at most ${maxExpressionLength} characters`
  // Matching back references can take exponential time.
  if (/\\[1-9]/.test(expression)) return 'A regular expression may not contain back references'
  // An escaped parenthesis, as in `\(?`, opens no group.
  const unescaped = expression.replace(/\\./gs, 'x')
  // Lookaround restarts at every character. Options (`(?b)`) and directors (`***:`) change the syntax that is checked here.
  if (/^\*\*\*|\(\?(?!:)/.test(unescaped)) return 'A regular expression may not contain options or lookaround'
  const repetitions = [...expression.matchAll(/\{(\d+)(?:,(\d*))?\}/g)]
  const states = repetitions.reduce((product, [, from, to]) => product * Math.max(1, Number(to || from)), 1)
  return states > maxRepetitions
    ? `The repetition counts of a regular expression may not multiply to more than ${maxRepetitions}`
    : undefined
}
