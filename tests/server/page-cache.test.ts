import { databases } from '../harness.ts'
import { pageCacheSetups, testPageCache } from './page-cache-tests.ts'

// Two workers show everything that one process shows, and what they tell each other.
const setup = pageCacheSetups.findLast(({ database }) => database === databases.at(-1))
if (setup) testPageCache(setup)
