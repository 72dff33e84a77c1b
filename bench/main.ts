/** Runs the benchmarks named by the arguments, or all but `backup`, `load` and `soak`, which take long and have options. */
import { parseArgs } from 'node:util'
import { accountPages } from './account-pages.ts'
import { auth } from './auth.ts'
import { backup } from './backup.ts'
import { chat } from './chat.ts'
import { dropOpening } from './drop-opening.ts'
import { homeListing } from './home-listing.ts'
import { lighthouse } from './lighthouse.ts'
import { memory } from './memory.ts'
import { orders } from './orders.ts'
import { pages } from './pages.ts'
import { preview } from './preview.ts'
import { realtime } from './realtime.ts'
import { rest } from './rest.ts'
import { scale } from './scale.ts'
import { search } from './search.ts'
import { searchRate } from './search-rate.ts'
import { sellerOrders } from './seller-orders.ts'
import { sellerTable } from './seller-table.ts'
import { slots } from './slots.ts'
import { startTime } from './start-time.ts'
import { storage } from './storage.ts'
import { load } from './traffic/load-steps.ts'
import { soak } from './traffic/soak.ts'
import { upload } from './upload.ts'
import { workers } from './workers.ts'

const benchmarks: Record<string, () => Promise<void>> = {
  'home-listing': homeListing,
  rest,
  auth,
  memory,
  'start-time': startTime,
  lighthouse,
  search,
  'search-rate': searchRate,
  orders,
  preview,
  slots,
  scale,
  'drop-opening': dropOpening,
  pages,
  'seller-orders': sellerOrders,
  'seller-table': sellerTable,
  realtime,
  'account-pages': accountPages,
  chat,
  upload,
  storage,
  workers,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    setup: { type: 'string' },
    rate: { type: 'string' },
    seconds: { type: 'string' },
    minutes: { type: 'string' },
  },
})
const numberOf = (name: 'rate' | 'seconds' | 'minutes') => {
  const text = values[name]
  if (text === undefined) return undefined
  if (!(Number(text) > 0)) throw new Error(`--${name} must be a number above 0`)
  return Number(text)
}
const options = {
  setup: values.setup,
  rate: numberOf('rate'),
  seconds: numberOf('seconds'),
  minutes: numberOf('minutes'),
}
const longBenchmarks: Record<string, () => Promise<void>> = {
  backup: () => backup(options),
  load: () => load(options),
  soak: () => soak(options),
}

for (const name of positionals.length > 0 ? positionals : Object.keys(benchmarks)) {
  const run = benchmarks[name] ?? longBenchmarks[name]
  if (!run) {
    const names = [...Object.keys(benchmarks), ...Object.keys(longBenchmarks)]
    throw new Error(`There is no benchmark ${name}; there are ${names.join(', ')}`)
  }
  console.log(`\n## ${name}`)
  await run()
}
