import { describe, expect, it } from 'vitest'
import { withRequestId } from '#backend/request-id'
import { createSlowStatements, withoutValues } from './slow-statements.ts'

describe('withoutValues', () => {
  it('removes every kind of text constant, also one that is cut off', () => {
    expect(withoutValues(`select $1, 'it''s', E'x', $$a 'b'$$, $t$ c $$ d $t$ from "t's"`)).not.toMatch(
      /it|a 'b'| c | d /,
    )
    expect(withoutValues(`update accounts set email = 'ann@example.test' where id = $1`)).toBe(
      'update accounts set email = ? where id = $1',
    )
    expect(withoutValues(`select 'cut off by the lim`)).toBe('select ?')
    expect(withoutValues(`do $$ begin perform 'secret`)).toBe('do ?')
    expect(withoutValues(`select ${'x'.repeat(5_000)}`)).toHaveLength(2_000)
  })
})

describe('slow statements', () => {
  const started = (thresholdMs: number) => {
    const lines: object[] = []
    const slow = createSlowStatements(thresholdMs, { warn: (context) => lines.push(context) })
    return { slow, lines }
  }

  it('are logged and counted from the threshold on', () => {
    const { slow, lines } = started(100)
    const end = withRequestId('a', () => slow.begin())
    end('select 1', 99.9)
    end('select 2', 100)
    expect(lines).toEqual([{ statement: 'select 2', ms: 100 }])
    expect(slow.count).toBe(1)
  })

  it('are not logged with a threshold of 0', () => {
    const { slow, lines } = started(0)
    slow.begin()('select 1', 10_000)
    expect(lines).toEqual([])
  })
})
