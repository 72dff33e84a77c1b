/**
 * An order that is dragged to another day of the calendar opens the proposal for that day. Orders can be moved without dragging from the
 * list of orders.
 */
import { createContext, type DragEvent, type ReactNode, useContext, useState } from 'react'
import { longDate } from '#domain/values/calendar'
import { MoveDialog } from '#features/orders/moves'
import type { CalendarOrder } from './calendar.ts'

interface Drag {
  readonly order: CalendarOrder | null
  readonly start: (order: CalendarOrder | null) => void
  readonly drop: (date: string) => void
}

const DragContext = createContext<Drag>({ order: null, start: () => {}, drop: () => {} })

export function DragToMove({ children }: { children: ReactNode }) {
  const [order, start] = useState<CalendarOrder | null>(null)
  const [dropped, setDropped] = useState<{ order: CalendarOrder; date: string } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const drop = (date: string) => {
    if (order) setDropped({ order, date })
    setOpen(order !== null)
    start(null)
  }
  return (
    <DragContext value={{ order, start, drop }}>
      {children}
      {dropped && (
        <MoveDialog
          key={`${dropped.order.id} ${dropped.date}`}
          orderId={dropped.order.id}
          buyer={dropped.order.buyer_name ?? 'the buyer'}
          wanted={{ date: dropped.date, start_time: dropped.order.start_time }}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </DragContext>
  )
}

/** Properties of an element that shows the order. Only an order that is still to be made can move. */
export function useDraggedOrder(order: CalendarOrder) {
  const { start } = useContext(DragContext)
  if (order.status !== 'processing') return {}
  return {
    draggable: true,
    title: 'Drag to another day to move it',
    onDragStart: (event: DragEvent) => {
      event.stopPropagation()
      event.dataTransfer.effectAllowed = 'move'
      // Firefox drags nothing without data.
      event.dataTransfer.setData('text/plain', `${order.buyer_name ?? 'Order'}, ${longDate(order.date)}`)
      start(order)
    },
    onDragEnd: () => start(null),
  }
}

/** Properties of a day that takes orders, and whether one is over it. */
export function useDropDay(date: string, today: string) {
  const { order, drop } = useContext(DragContext)
  // A day has elements inside, and entering one of them leaves another.
  const [depth, setDepth] = useState(0)
  const isTarget = order !== null && order.date !== date && date >= today
  const props = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDragEnter: () => setDepth((now) => now + 1),
    onDragLeave: () => setDepth((now) => now - 1),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDepth(0)
      drop(date)
    },
  }
  return { isOver: isTarget && depth > 0, props: isTarget ? props : {} }
}
