/** Tabs: one panel of several at a time, moved between with the arrow keys. */
import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface Tab {
  value: string
  label: ReactNode
  content: ReactNode
}

export interface TabsProps {
  /** Names the row of tabs to assistive technology. */
  label: string
  tabs: readonly Tab[]
  /** The chosen tab and what to do when another is chosen, or only where to start. */
  value?: string
  onValueChange?: (value: string) => void
  defaultValue?: string
}

export function Tabs({ label, tabs, value, onValueChange, defaultValue }: TabsProps) {
  return (
    <BaseTabs.Root
      value={value}
      defaultValue={defaultValue ?? (value === undefined ? tabs[0]?.value : undefined)}
      onValueChange={(next) => onValueChange?.(String(next))}
    >
      <BaseTabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px h-12 cursor-pointer border-b-3 border-transparent px-4 font-semibold whitespace-nowrap text-ink-soft outline-offset-[-3px] transition-colors hover:text-ink data-active:border-berry data-active:text-ink"
          >
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
