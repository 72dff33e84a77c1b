/** Downloads a text as a file. */
export function downloadText(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers cancel the download if the URL is revoked at once.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
