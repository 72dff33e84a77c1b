/** Tabs, with arrow key navigation. */
import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface Tab {
  value: string
  label: ReactNode
  content: ReactNode
}

export interface TabsProps {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly Tab[]
  /** Controlled with `value` and `onValueChange`, or uncontrolled with `defaultValue`. */
  value?: string
  onValueChange?: (value: string) => void
  defaultValue?: string
  /** `pills` for filters, also inside the panel of another tab. */
  variant?: 'line' | 'pills'
  /** Shows all tabs on a small screen, in several rows. Otherwise one row scrolls. */
  wraps?: boolean
}

export function Tabs({ label, tabs, value, onValueChange, defaultValue, variant = 'line', wraps = false }: TabsProps) {
  return (
    <BaseTabs.Root
      value={value}
      defaultValue={defaultValue ?? (value === undefined ? tabs[0]?.value : undefined)}
      onValueChange={(next) => onValueChange?.(String(next))}
    >
      <BaseTabs.List aria-label={label} className={classNames(`tabs-${variant}`, wraps && 'flex-wrap')}>
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.value} value={tab.value} className={`tab-${variant}`}>
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
