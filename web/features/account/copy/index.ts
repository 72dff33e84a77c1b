/** Values in the browser that follow the account of a member, such as the basket. */
export { type AccountCopy, type AccountCopyOptions, createAccountCopy } from './account-copy.ts'
export { followAccount } from './follow.ts'
export { followOnDemand } from './on-demand.ts'
