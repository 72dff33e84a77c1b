/** Saves a text as a file. */
export function downloadText(text: string, name: string, type: 'text/csv' | 'text/calendar'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // Some browsers read the file after the click and would save an empty one.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
