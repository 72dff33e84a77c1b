/**
 * The keys of the query cache. Each feature has one key factory in this folder, and no key is written
 * elsewhere. Everything that belongs to a member lies below `memberKeys.all`, which a change of member clears.
 */
export const memberKeys = {
  all: ['me'],
  /** @param feature the name of the feature, so that two features share no key */
  of: <Feature extends string>(userId: string | null, feature: Feature) => ['me', userId, feature] as const,
} as const

/** For `invalidates`, after a write whose result is shown all over the site. An empty key is the prefix of every key. */
export const everything = [[]] as const
