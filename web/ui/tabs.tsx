/** Tabs, with arrow key navigation. */
import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface Tab {
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
  variant?: keyof typeof variants
}

const variants = {
  line: {
    // Reaches the edge of the screen, so that a cut-off tab shows that the row scrolls.
    list: 'flex gap-1 overflow-x-auto border-b border-line max-sm:-mx-4 max-sm:px-1',
    tab: '-mb-px h-12 cursor-pointer border-b-3 border-transparent px-3 font-semibold whitespace-nowrap text-ink-soft outline-offset-[-3px] transition-colors hover:text-ink data-active:border-berry data-active:text-ink',
  },
  pills: {
    // Reaches the edge of the screen, so that a cut-off tab shows that the row scrolls.
    list: 'flex gap-2 overflow-x-auto p-1 -m-1 max-sm:-mx-4 max-sm:px-4',
    tab: 'h-11 shrink-0 cursor-pointer rounded-full border border-ink/20 bg-card px-4.5 font-semibold whitespace-nowrap transition-colors hover:border-ink/45 hover:bg-white data-active:border-ink data-active:bg-ink data-active:text-paper',
  },
} as const

export function Tabs({ label, tabs, value, onValueChange, defaultValue, variant = 'line' }: TabsProps) {
  return (
    <BaseTabs.Root
      value={value}
      defaultValue={defaultValue ?? (value === undefined ? tabs[0]?.value : undefined)}
      onValueChange={(next) => onValueChange?.(String(next))}
    >
      <BaseTabs.List aria-label={label} className={variants[variant].list}>
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.value} value={tab.value} className={variants[variant].tab}>
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
