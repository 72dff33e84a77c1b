/** The button of the user menu, the same before and after the menu is loaded. */
export const userMenuTrigger = { variant: 'quiet', size: 'icon', 'aria-label': 'Your account' } as const
