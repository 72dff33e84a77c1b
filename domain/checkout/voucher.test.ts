import { describe, expect, it } from 'vitest'
import { paidByVouchers, voucherCode } from './voucher.ts'

describe('A voucher code', () => {
  it('is read however it is typed', () => {
    for (const typed of ['GV-7K2M-0123-ABCD-WXYZ', ' gv 7k2m oi23 abcd wxyz ', 'gv7k2m0123abcdwxyz'])
      expect(voucherCode(typed)).toBe('GV-7K2M-0123-ABCD-WXYZ')
  })

  it('is told from discount codes', () => {
    for (const typed of ['SUMMER10', 'GV', '', 'GV-7K2M-0123-ABCD-WXY', 'GV-7K2M-0123-ABCD-WXYU'])
      expect(voucherCode(typed)).toBeNull()
  })
})

describe('Vouchers pay', () => {
  const voucher = (balancePence: number, expiresOn = '2028-01-01') => ({ balancePence, expiresOn })

  it('for their shop’s food and delivery, up to their balance', () => {
    expect(paidByVouchers([{ duePence: 2000, vouchers: [voucher(1500)] }], 2000)).toBe(1500)
    expect(paidByVouchers([{ duePence: 2000, vouchers: [voucher(5000)] }], 2300)).toBe(2000)
    const parts = [
      { duePence: 1000, vouchers: [voucher(3000)] },
      { duePence: 2000, vouchers: [] },
    ]
    expect(paidByVouchers(parts, 3000)).toBe(1000)
  })

  it('less, if a card would otherwise pay under 30p', () => {
    expect(paidByVouchers([{ duePence: 2000, vouchers: [voucher(1990)] }], 2000)).toBe(1970)
    expect(paidByVouchers([{ duePence: 2000, vouchers: [voucher(5000)] }], 2010)).toBe(1980)
    expect(paidByVouchers([{ duePence: 2000, vouchers: [voucher(1970)] }], 2000)).toBe(1970)
    expect(paidByVouchers([{ duePence: 20, vouchers: [voucher(5)] }], 20)).toBe(5)
  })
})
