import { listingSorts } from './listing-choice.ts'

/** All products of a shop are in the same place. */
export const shopSorts = listingSorts.filter((sort) => sort !== 'nearest')
