/** Labels on the cells of a stock, in pages of its size. */
import type { ReactNode } from 'react'
import { joinWithAnd } from '#domain/values/join-with-and'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { FittedLabel } from './fitted-label.tsx'
import { type LabelStock, largerStock } from './label-stocks.ts'

interface StockSheetsProps {
  stock: LabelStock
  printed: readonly { readonly key: string; readonly content: ReactNode }[]
  onMeasured: (key: string, overflows: boolean) => void
}

export function StockSheets({ stock, printed, onMeasured }: StockSheetsProps) {
  const { cell, columns, rows, margin, gap, page } = stock
  const cells = columns * rows
  const pages = Array.from({ length: Math.ceil(printed.length / cells) }, (_, number) =>
    printed.slice(number * cells, (number + 1) * cells),
  )
  return (
    <div className="mt-4 flex flex-col gap-4 overflow-x-auto print:mt-0 print:block print:overflow-visible">
      {pages.map((onPage) => (
        <ul
          key={onPage[0]?.key}
          className={`${page} grid shrink-0 content-start bg-white outline outline-line print:outline-none`}
          style={{
            width: columns > 1 ? '210mm' : `${cell.width}mm`,
            // With its full height, a page would be followed by an empty one.
            height: columns > 1 ? '296.5mm' : `${cell.height - 0.2}mm`,
            paddingTop: `${margin.top}mm`,
            paddingLeft: `${margin.left}mm`,
            gridTemplateColumns: `repeat(${columns}, ${cell.width}mm)`,
            columnGap: `${gap}mm`,
          }}
        >
          {onPage.map(({ key, content }) => (
            <li key={key} className="overflow-hidden outline outline-line/60 print:outline-none">
              <FittedLabel cell={cell} onMeasured={(overflows) => onMeasured(key, overflows)}>
                {content}
              </FittedLabel>
            </li>
          ))}
        </ul>
      ))}
    </div>
  )
}

interface OverflowProps {
  stock: LabelStock
  names: readonly string[]
  onChoose: (size: string) => void
}

/** Which labels do not fit, and a larger stock. */
export function Overflow({ stock, names, onChoose }: OverflowProps) {
  const larger = largerStock(stock)
  return (
    <Notice tone="error" className="mt-4" role="alert">
      <p className="wrap-anywhere">
        The text of {joinWithAnd(names)} does not fit on this label, even in the smallest letters that the law allows.
        The end would be cut off.
      </p>
      {larger ? (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => onChoose(larger.value)}>
          Use {larger.label}
        </Button>
      ) : (
        <p className="mt-1">Print it on plain paper instead, which has room for any text.</p>
      )}
    </Notice>
  )
}
