/** Collects what a page writes to the console as an error or a warning. React uses both for future errors. */

/** Each page under test has a client of its own, and no HTML of a server that React Router could show first. */
const usual = [/Multiple GoTrueClient instances/, /No `HydrateFallback` element/]

/** @returns a function that ends it, and returns the unexpected lines */
export function watchConsole(expected: readonly RegExp[] = []): () => string[] {
  const { error, warn } = console
  const lines: string[] = []
  const keep = (...parts: unknown[]) => {
    const line = parts.map((part) => (part instanceof Error ? `${part}` : String(part))).join(' ')
    if (![...usual, ...expected].some((pattern) => pattern.test(line))) lines.push(line)
  }
  console.error = keep
  console.warn = keep
  return () => {
    Object.assign(console, { error, warn })
    return lines
  }
}
