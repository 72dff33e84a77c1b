/** Where the household is in localStorage. */

/** Also read by entry-boot, which does not load this file. */
export const householdKey = 'tuckbox-household'

/** The account that the household belongs to, and its people as they were last read there. */
export const householdAccountKey = 'tuckbox-household-account'
