import { type ComponentProps, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Autocomplete } from './autocomplete.tsx'
import { Button } from './button.tsx'
import { Choice } from './choice.tsx'
import { Combobox } from './combobox.tsx'
import { FieldGroup } from './field.tsx'
import { FileButton } from './file-button.tsx'
import { FormError } from './form-error.tsx'
import { LinkTab, LinkTabs } from './link-tabs.tsx'
import { Notice } from './notice.tsx'
import { PasswordField } from './password-field.tsx'
import { Select } from './select.tsx'
import { Switch } from './switch.tsx'
import { Tabs } from './tabs.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const press = (keys: string) => userEvent.keyboard(keys)

describe('a field', () => {
  const options = [{ value: 'g', label: 'Grams' }]
  it.each([
    ['text field', (texts: Texts) => <TextField {...texts} />, 'textbox'],
    ['text area', (texts: Texts) => <TextArea {...texts} />, 'textbox'],
    ['list', (texts: Texts) => <Select {...texts} options={options} value="g" onValueChange={() => {}} />, 'combobox'],
  ] as const)('that is a %s is named by its label and described by its hint and its error', async (_, field, role) => {
    const screen = await render(field({ label: 'Amount', hint: 'In grams.', error: 'Too much.' }))
    const control = page.getByRole(role, { name: 'Amount' })
    await expect.element(control).toHaveAccessibleDescription('In grams. Too much.')
    await expect.element(control).toHaveAttribute('aria-invalid', 'true')
    await screen.rerender(field({ label: 'Amount', hint: undefined, error: undefined }))
    await expect.element(control).not.toHaveAttribute('aria-describedby')
    await expect.element(control).not.toHaveAttribute('aria-invalid')
  })

  it('focuses its control when its label is pressed', async () => {
    await render(<TextField label="Amount" />)
    await page.getByText('Amount').click()
    await expect.element(page.getByLabelText('Amount')).toHaveFocus()
  })

  it('keeps the name of a label that is not visible', async () => {
    await render(<TextField label="Amount" labelHidden />)
    await expect.element(page.getByRole('textbox', { name: 'Amount' })).toBeVisible()
  })

  it('shows a password while its button is pressed', async () => {
    await render(<PasswordField label="Password" />)
    const field = page.getByLabelText('Password', { exact: true })
    await field.fill('secret')
    await button('Show password').click()
    await expect.element(field).toHaveAttribute('type', 'text')
    await expect.element(button('Show password')).toHaveAttribute('aria-pressed', 'true')
  })
})

interface Texts {
  label: string
  hint: string | undefined
  error: string | undefined
}

describe('a button', () => {
  it('is disabled while it is busy and then has the focus again', async () => {
    const screen = await render(<Button busy={false}>Save</Button>)
    await press('{Tab}')
    await screen.rerender(<Button busy>Save</Button>)
    await expect.element(button('Save')).toBeDisabled()
    await expect.element(button('Save')).toHaveAttribute('aria-busy', 'true')
    await screen.rerender(<Button busy={false}>Save</Button>)
    await expect.element(button('Save')).toHaveFocus()
  })

  it('does not submit the form around it', async () => {
    const submit = vi.fn()
    await render(
      <form onSubmit={submit}>
        <Button>Add</Button>
      </form>,
    )
    await button('Add').click()
    expect(submit).not.toHaveBeenCalled()
  })

  it('has no class of its own if it is plain', async () => {
    await render(
      <Button variant="plain" className="block">
        Enlarge
      </Button>,
    )
    await expect.element(button('Enlarge')).toHaveAttribute('class', 'block')
  })

  it('asks for files, and takes the same file twice', async () => {
    const onFiles = vi.fn()
    await render(
      <FileButton label="New picture" accept="image/*" onFiles={onFiles}>
        Upload
      </FileButton>,
    )
    const input = page.getByLabelText('New picture')
    const file = new File(['x'], 'cake.png', { type: 'image/png' })
    await userEvent.upload(input, file)
    await userEvent.upload(input, file)
    expect(onFiles.mock.calls.map(([files]) => files.map(({ name }: File) => name))).toEqual([
      ['cake.png'],
      ['cake.png'],
    ])
  })
})

describe('choices', () => {
  it.each(['card', 'row', 'tile', 'chip'] as const)('as %ss are one group for the arrow keys', async (look) => {
    const onChange = vi.fn()
    await render(
      <FieldGroup legend="Hand-over" error="Please choose one.">
        {['Delivery', 'Pickup'].map((name) => (
          <Choice key={name} look={look} name="by" value={name} onChange={({ target }) => onChange(target.value)}>
            {name}
          </Choice>
        ))}
      </FieldGroup>,
    )
    await expect
      .element(page.getByRole('group', { name: 'Hand-over' }))
      .toHaveAccessibleDescription('Please choose one.')
    await press('{Tab} {ArrowDown}')
    await expect.element(page.getByRole('radio', { name: 'Pickup' })).toBeChecked()
    await page.getByRole('radio', { name: 'Delivery' }).click()
    expect(onChange.mock.calls).toEqual([['Delivery'], ['Pickup'], ['Delivery']])
  })

  it('cannot be chosen if they are disabled', async () => {
    await render(
      <Choice look="card" type="checkbox" disabled>
        Sold out
      </Choice>,
    )
    await page.getByText('Sold out').click({ force: true })
    await expect.element(page.getByRole('checkbox', { name: 'Sold out' })).not.toBeChecked()
  })

  it('include a switch that the space bar turns on', async () => {
    await render(<Switch label="Emails" hint="About orders." />)
    await press('{Tab} ')
    await expect.element(page.getByRole('switch', { name: 'Emails' })).toBeChecked()
    await expect.element(page.getByRole('switch')).toHaveAccessibleDescription('About orders.')
  })
})

const towns = ['Ely', 'Ely Bridge']

function TownExample({ onChoose }: { onChoose: (town: string) => void }) {
  const [text, setText] = useState('')
  return (
    <Autocomplete
      label="Town"
      text={text}
      onType={setText}
      suggestions={towns.filter((town) => text !== '' && town.toLowerCase().startsWith(text))}
      suggestionText={(town) => town}
      suggestionKey={(town) => town}
      onChoose={onChoose}
    >
      {(town) => town}
    </Autocomplete>
  )
}

function CategoryExample({ onValueChange }: Pick<ComponentProps<typeof Combobox>, 'onValueChange'>) {
  const [typed, setTyped] = useState('')
  return (
    <Combobox
      label="Category"
      names={['Bread', 'Cakes']}
      value=""
      onValueChange={onValueChange}
      onType={setTyped}
      newName={typed === '' ? undefined : typed}
      openLabel="Show all categories"
      emptyText="No matching category."
    />
  )
}

describe('suggestions', () => {
  it('are chosen with Enter, the first one by default', async () => {
    const onChoose = vi.fn()
    await render(<TownExample onChoose={onChoose} />)
    await page.getByLabelText('Town').fill('ely')
    await expect.element(page.getByRole('option', { name: 'Ely Bridge' })).toBeVisible()
    await press('{ArrowDown}{Enter}')
    expect(onChoose).toHaveBeenLastCalledWith('Ely Bridge')
  })

  it('close with Escape and keep the text', async () => {
    await render(<TownExample onChoose={() => {}} />)
    await page.getByLabelText('Town').fill('ely')
    await expect.element(page.getByRole('option', { name: 'Ely Bridge' })).toBeVisible()
    await press('{Escape}')
    await expect.element(page.getByRole('option', { name: 'Ely Bridge' })).not.toBeInTheDocument()
  })

  it('can add a name that the list does not have', async () => {
    const onValueChange = vi.fn()
    await render(<CategoryExample onValueChange={onValueChange} />)
    await page.getByLabelText('Category', { exact: true }).fill('Pies')
    await page.getByRole('option', { name: 'Add "Pies"' }).click()
    expect(onValueChange).toHaveBeenLastCalledWith('Pies')
  })
})

describe('notices', () => {
  it('show their action', async () => {
    await render(
      <Notice tone="warning" role="status" action={<Button>Review</Button>}>
        The terms have changed.
      </Notice>,
    )
    await expect.element(page.getByRole('status')).toHaveTextContent('The terms have changed.')
    await expect.element(button('Review')).toBeVisible()
  })

  it('announce a form’s error in a region that exists before it', async () => {
    const screen = await render(<FormError message={null} />)
    const region = document.querySelector('[role="alert"]')
    expect(region?.childElementCount).toBe(0)
    await screen.rerender(<FormError message="Not saved." />)
    expect(document.querySelector('[role="alert"]')).toBe(region)
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not saved.')
  })
})

describe('tabs', () => {
  it('are one stop for Tab and change with the arrow keys', async () => {
    const tabs = ['Items', 'Reviews'].map((label) => ({ value: label, label, content: <p>The {label}.</p> }))
    await render(<Tabs label="Items and reviews" tabs={tabs} />)
    await press('{Tab}{ArrowRight}{Enter}')
    await expect.element(page.getByRole('tab', { name: 'Reviews' })).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('tabpanel')).toHaveTextContent('The Reviews.')
  })

  it('that are links mark the current page', async () => {
    await render(
      <MemoryRouter>
        <LinkTabs label="Statuses">
          <LinkTab to="?tab=new" isCurrent>
            New
          </LinkTab>
          <LinkTab to="?tab=all" isCurrent={false}>
            All
          </LinkTab>
        </LinkTabs>
      </MemoryRouter>,
    )
    const links = page.getByRole('navigation', { name: 'Statuses' }).getByRole('link')
    await expect.element(links.nth(0)).toHaveAttribute('aria-current', 'page')
    await expect.element(links.nth(1)).not.toHaveAttribute('aria-current')
  })
})
