/** How many random cases, rounds of a race or members at once a test takes: few in `npm test`, many in `npm run test:all`. */
export const cases = (few: number, many: number): number => (process.env.TEST_SUITE === 'all' ? many : few)
