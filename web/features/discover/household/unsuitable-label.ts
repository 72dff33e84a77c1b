/** 'Show 4 that don’t fit'. @param count null if it is not known */
export function showUnsuitableLabel(count: number | null): string {
  return count === null
    ? 'Show what doesn’t fit'
    : `Show ${count.toLocaleString('en-GB')} that ${count === 1 ? 'doesn’t' : 'don’t'} fit`
}
