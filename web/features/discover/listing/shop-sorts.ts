import { listingSorts } from './listing-parameters.ts'

/** All products of a shop are in the same place. */
export const shopSorts = listingSorts.filter((sort) => sort !== 'nearest')
