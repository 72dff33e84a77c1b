import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvError, parseCsv, readCellText, writeCsv } from './csv.ts'

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells)

describe('reading CSV', () => {
  it.each<[string, string, string[][]]>([
    [
      'plain lines',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'no line end at the end',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['old line ends', 'a\rb', [['a'], ['b']]],
    [
      'quotes around separators, quotes and line breaks',
      '"a,b","say ""hi""","two\r\nlines"',
      [['a,b', 'say "hi"', 'two\r\nlines']],
    ],
    [
      'empty cells',
      'a,,\n,,b',
      [
        ['a', '', ''],
        ['', '', 'b'],
      ],
    ],
    ['blank lines', 'a\n\n  \n,,\nb\n', [['a'], ['b']]],
    ['a byte order mark', '\uFEFFname\nCake', [['name'], ['Cake']]],
    [
      'semicolons',
      'name;price\n"Tea; iced";1',
      [
        ['name', 'price'],
        ['Tea; iced', '1'],
      ],
    ],
    [
      'tabs',
      'name\tprice\nTea, iced\t1',
      [
        ['name', 'price'],
        ['Tea, iced', '1'],
      ],
    ],
    ['nothing', '', []],
  ])('parses %s', (_, text, rows) => {
    expect(cellsOf(text)).toEqual(rows)
  })

  it('reports the line on which a row begins, after quoted line breaks', () => {
    expect(parseCsv('a\n"b\n\nb"\n\nc').map(({ line }) => line)).toEqual([1, 2, 6])
  })

  it.each([
    ['a\n"b', 'A quotation mark is not closed.', 2],
    ['"a" b', 'There is text after a closing quotation mark.', 1],
  ])('locates the error in %j', (text, message, line) => {
    expect(() => parseCsv(text)).toThrow(CsvError)
    expect(() => parseCsv(text)).toThrow(expect.objectContaining({ message, line }))
  })
})

describe('writing CSV', () => {
  it.each(['=1+1', '＝1+1', '+44 20', '-cmd', '@SUM(A1)', '\tx', '\rx', '\nx', "'=1", "''@x"])(
    'makes the formula %j harmless',
    (text) => {
      const [[cell = ''] = []] = cellsOf(writeCsv([[text]]))
      expect(cell).toBe(`'${text}`)
      expect(readCellText(cell)).toBe(text)
    },
  )

  it('leaves numbers unchanged', () => {
    expect(writeCsv([['-1.50', '12', '+3']])).toBe('\uFEFF-1.50,12,+3\r\n')
  })

  it('is parsed back unchanged', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', '=', "'") }),
    )
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(rows, (table) => {
        // The first line decides the separator, so the test includes a heading, as every exported file does.
        const written = [
          ['name', 'price', 'stock', 'category'],
          ...table.map(([first, ...rest]) => [`x${first}`, ...rest]),
        ]
        expect(cellsOf(writeCsv(written)).map((cells) => cells.map(readCellText))).toEqual(written)
      }),
    )
  })
})
