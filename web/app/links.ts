/** Paths, states and accessible names of links that several menus have. */

/** The tab of the profile page. */
export const favouritesPath = '/profile?tab=favorites'

/** The state of a link to /search that is pressed to type. */
export const focusSearch = { focus: 'search' } as const

export function basketName(count: number): string {
  return count > 0 ? `Basket, ${count} ${count === 1 ? 'item' : 'items'}` : 'Basket'
}

/** @param conversations those with unread messages */
export function messagesName(conversations: number): string {
  return conversations > 0 ? `Messages, ${conversations} unread` : 'Messages'
}
