import { databases } from '../harness.ts'
import { pageCacheSetups, testPageCache } from './page-cache-tests.ts'

const possible = pageCacheSetups.filter(({ database }) => databases.some((each) => each === database))
// `page-cache.test.ts` runs the last.
for (const setup of possible.slice(0, -1)) testPageCache(setup)
