/** Hands a text to whoever is in front of the browser, as a file. */
export function saveTextAsFile(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun by then; a revoked address at once would stop some of them.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
