import { describe, expect, it } from 'vitest'
import { voucherCode } from './voucher.ts'

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
