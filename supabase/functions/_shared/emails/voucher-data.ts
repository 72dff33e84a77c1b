/** The data of gift vouchers in emails. */
import { z } from 'zod'

export const voucherSchema = z.object({
  name: z.string(),
  voucher_id: z.uuid(),
  shop: z.string(),
  /** Null once the shop is closed. */
  shop_slug: z.string().nullable(),
  amount: z.number(),
  expires_on: z.string(),
  buyer: z.string().nullable(),
  recipient: z.string().nullable(),
  message: z.string().nullable(),
  send_on: z.string(),
})

/** The page that shows a voucher to anyone who has its code. The code is in the fragment, which browsers do not send to servers. */
export const voucherPath = (code: string) => `/gift-voucher#${code}`
