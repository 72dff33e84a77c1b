/** Statements of traces in a text: 'may contain traces of nuts', 'made in a kitchen that handles milk'. */

const traceWords =
  /\b(?:(?:may|might|could|can) (?:also )?(?:contain|include|have)|traces? of|possible traces?|may be present|(?:made|produced|prepared|packed|packaged|manufactured|baked|processed|handled|cooked) (?:in|on|at) [^.;\n]{0,40}?(?:kitchen|factory|bakery|facility|site|equipment|line|environment|area|premises)|not suitable for|cannot guarantee|due to (?:manufacturing|production) methods|kitchen (?:that |which )?(?:also )?(?:handles|uses))\b/g

/** Whether a position is in a statement of traces. It is asked for positions in their order. */
export function tracesIn(folded: string): (at: number) => boolean {
  const statements = traceStatements(folded)
  let next = 0
  return (at) => {
    while ((statements[next]?.[1] ?? Number.POSITIVE_INFINITY) <= at) next += 1
    return (statements[next]?.[0] ?? Number.POSITIVE_INFINITY) <= at
  }
}

/** The ranges of statements of traces: to the end of the sentence or of the bracket. */
function traceStatements(folded: string): (readonly [number, number])[] {
  const plain = folded.replace(/\s/g, ' ')
  let end = 0
  return [...plain.matchAll(traceWords)].flatMap(({ index, 0: words }) => {
    if (index < end) return []
    let start = index
    if (words === 'may be present') while (start > end && !/[.;!\n]/.test(folded[start - 1] ?? '')) start -= 1
    let depth = 0
    end = index
    for (; end < folded.length; end += 1) {
      const character = folded[end] ?? ''
      if ('([{'.includes(character)) depth += 1
      else if (')]}'.includes(character) && depth > 0) depth -= 1
      else if (')]};!\n'.includes(character) || (character === '.' && !/\d/.test(folded[end + 1] ?? ''))) break
    }
    return [[start, end] as const]
  })
}
