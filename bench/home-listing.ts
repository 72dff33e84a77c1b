/** The listing of the home page (24 products with their shops' names) over HTTP, against a bare server. */
import { compareWithRaw } from './against-raw.ts'

const path =
  '/rest/v1/products?select=id,name,image,price,min_price,max_price,product_type,requires_consultation,is_bestseller,rating,review_count,shop:shops!inner(name,slug)' +
  '&is_listed=eq.true&order=is_bestseller.desc,review_count.desc,created_at.desc,id&limit=24'

export const homeListing = (): Promise<void> =>
  compareWithRaw({
    workloads: [{ name: 'home listing', path, goal: 0.6 }],
    env: { SAMPLE_DATA: '1', RATE_LIMITS: 'on' },
    rounds: 5,
    seconds: 4,
  })
