/** Runs the benchmarks named by the arguments, or all. */
import { accountPages } from './account-pages.ts'
import { auth } from './auth.ts'
import { chat } from './chat.ts'
import { dropOpening } from './drop-opening.ts'
import { homeListing } from './home-listing.ts'
import { lighthouse } from './lighthouse.ts'
import { memory } from './memory.ts'
import { orders } from './orders.ts'
import { pages } from './pages.ts'
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

const wanted = process.argv.slice(2)
for (const name of wanted.length > 0 ? wanted : Object.keys(benchmarks)) {
  const run = benchmarks[name]
  if (!run) throw new Error(`There is no benchmark ${name}; there are ${Object.keys(benchmarks).join(', ')}`)
  console.log(`\n## ${name}`)
  await run()
}
