/** The mark of a page that the service worker kept, which the browser shows without a network. */

export const keptAtName = 'tuckbox-kept-at'

/** When the page was kept, in ms; null for a page of the network. Removes the mark, because hydration expects the server's HTML. */
export function takeKeptAt(): number | null {
  const mark = document.querySelector<HTMLMetaElement>(`meta[name=${keptAtName}]`)
  mark?.remove()
  return mark && Number(mark.content)
}
