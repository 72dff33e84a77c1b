import { describe, expect, it } from 'vitest'
import { parseOrigins, resolveOrigins } from './view-origins.ts'

const entry = (number: number, name: string, table: number, column: number) =>
  `{TARGETENTRY :expr {VAR :varno 1 :varattno ${column} :vartype 23} :resno ${number} :resname ${name} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`
const query = (...entries: string[]) =>
  `({QUERY :commandType 1 :jointree {FROMEXPR :fromlist ({RANGETBLREF :rtindex 1})} :targetList (${entries.join(' ')})})`

describe('parseOrigins', () => {
  it('finds the table column of each view column', () => {
    expect([...parseOrigins(query(entry(1, 'id', 500, 1), entry(2, 'name', 500, 3)))]).toEqual([
      [1, { table: '500', column: 1 }],
      [2, { table: '500', column: 3 }],
    ])
  })

  it('omits expressions', () => {
    expect([...parseOrigins(query(entry(1, 'total', 0, 0), entry(2, 'id', 500, 1)))]).toEqual([
      [2, { table: '500', column: 1 }],
    ])
  })

  it('ignores the targets of subqueries and braces in names', () => {
    const inner = `{SUBQUERY :query ${query(entry(1, 'x', 900, 9)).slice(1, -1)}}`
    const definition = query(
      entry(1, 'odd\\{name\\}', 500, 1),
      `{TARGETENTRY :expr ${inner} :resno 2 :resname sub :resorigtbl 0 :resorigcol 0}`,
      entry(3, 'last', 500, 2),
    )
    expect([...parseOrigins(definition)]).toEqual([
      [1, { table: '500', column: 1 }],
      [3, { table: '500', column: 2 }],
    ])
  })
})

describe('resolveOrigins', () => {
  it('resolves views of views to the table', () => {
    const origins = resolveOrigins(
      new Map([
        ['10', new Map([[1, { table: '500', column: 7 }]])],
        [
          '11',
          new Map([
            [1, { table: '10', column: 1 }],
            [2, { table: '10', column: 9 }],
          ]),
        ],
      ]),
    )
    expect([...(origins.get('11') ?? [])]).toEqual([[1, { table: '500', column: 7 }]])
  })
})
