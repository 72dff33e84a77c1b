/** Counts wrong codes, so that six digits cannot be tried out. */
import { RecentMap } from './recent.ts'

const maximumGuesses = 5
/** No code lives longer than a day. */
const rememberedMs = 86_400_000

export interface GuessCounter {
  /** Notes a wrong code; true when it was one too many, which starts the count anew. */
  miss(key: string, now: Date): boolean
}

export function createGuessCounter(): GuessCounter {
  const misses = new RecentMap<number>()
  return {
    miss(key, now) {
      const count = (misses.get(key, now) ?? 0) + 1
      if (count >= maximumGuesses) misses.delete(key)
      else misses.set(key, count, new Date(now.getTime() + rememberedMs))
      return count >= maximumGuesses
    },
  }
}
