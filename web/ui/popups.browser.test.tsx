import { Copy, Pencil } from 'lucide-react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { lazyDialog } from './lazy-dialog.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { TextField } from './text-field.tsx'
import { Toaster, toast } from './toast.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })

function DialogExample({ Component }: { Component: typeof Dialog }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Component open={open} onOpenChange={setOpen} title="Delete it?" description="It cannot be restored.">
        <TextField label="Why?" />
      </Component>
      <Toaster />
    </>
  )
}

describe('a dialog', () => {
  it('takes the focus, and returns it when Escape closes it', async () => {
    await render(<DialogExample Component={Dialog} />)
    await button('Open').click()
    const dialog = page.getByRole('dialog', { name: 'Delete it?' })
    await expect.element(dialog).toHaveAccessibleDescription('It cannot be restored.')
    await expect.element(page.getByLabelText('Why?')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button('Open')).toHaveFocus()
  })

  it('keeps the focus inside', async () => {
    await render(<DialogExample Component={Dialog} />)
    await button('Open').click()
    await expect.element(page.getByLabelText('Why?')).toHaveFocus()
    await userEvent.keyboard('{Tab}{Tab}')
    expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull()
  })

  it('focuses the marked button first, so that a second Enter does not delete', async () => {
    await render(
      <Dialog open onOpenChange={() => {}} title="Delete it?">
        <button type="button">Delete</button>
        <button type="button" data-initial-focus>
          Keep
        </button>
      </Dialog>,
    )
    await expect.element(page.getByRole('button', { name: 'Keep' })).toHaveFocus()
  })

  it('that is taller than the window begins inside it, on phones and on wide screens', async () => {
    for (const width of [390, 1280]) {
      await page.viewport(width, 600)
      const { unmount } = await render(
        <Dialog open onOpenChange={() => {}} title="Delete it?" onPhones="full">
          <div style={{ height: '900px' }} />
        </Dialog>,
      )
      const dialog = page.getByRole('dialog', { name: 'Delete it?' })
      await expect.element(dialog).toBeInTheDocument()
      expect(dialog.element().parentElement?.scrollTop).toBe(0)
      expect(dialog.element().getBoundingClientRect().top, `${width} px wide`).toBeGreaterThanOrEqual(0)
      await unmount()
    }
  })

  it('that is lazy is loaded once, when it is first opened', async () => {
    const load = vi.fn(async () => Dialog)
    const LazyDialog = lazyDialog<DialogProps>(load)
    await render(<DialogExample Component={(props) => <LazyDialog {...props} />} />)
    expect(load).not.toHaveBeenCalled()
    for (let time = 0; time < 2; time++) {
      await button('Open').click()
      await expect.element(page.getByRole('dialog')).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    }
    expect(load).toHaveBeenCalledOnce()
  })

  it('whose code cannot be loaded closes with a toast, and is loaded again at the next press', async () => {
    let isOnline = false
    const LazyDialog = lazyDialog<DialogProps>(async () => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
      return Dialog
    })
    await render(<DialogExample Component={(props) => <LazyDialog {...props} />} />)
    await button('Open').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
    isOnline = true
    await button('Open').click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })
})

describe('a menu', () => {
  it('opens with the keyboard, runs an action and returns the focus', async () => {
    const onClick = vi.fn()
    await render(
      <MemoryRouter>
        <Menu trigger={<Button aria-label="More actions">…</Button>}>
          <MenuItem icon={Copy} onClick={onClick}>
            Duplicate
          </MenuItem>
          <MenuItem icon={Pencil} to="/edit">
            Edit
          </MenuItem>
        </Menu>
      </MemoryRouter>,
    )
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(page.getByRole('menuitem', { name: 'Duplicate' })).toHaveFocus()
    await expect.element(page.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('href', '/edit')
    await userEvent.keyboard('{Enter}')
    expect(onClick).toHaveBeenCalledOnce()
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(button('More actions')).toHaveFocus()
  })
})

describe('a toast', () => {
  it('is announced by its urgency and dismissed by its button', async () => {
    await render(<Toaster />)
    toast({ title: 'Saved' })
    await expect.element(page.getByRole('status')).toHaveTextContent('Saved')
    toast({ title: 'Not saved', variant: 'destructive' })
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not saved')
    await expect.element(page.getByText('Saved', { exact: true })).not.toBeInTheDocument()
    await button('Dismiss').click()
    await expect.element(page.getByText('Not saved')).not.toBeInTheDocument()
  })
})
