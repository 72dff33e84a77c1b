/** Saves data as a file. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // Some browsers read the file after the click and would save an empty one.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
