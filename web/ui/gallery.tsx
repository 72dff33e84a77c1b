/** Every element of web/ui in every state, for the development page /dev/ui and the component tests. */
import { CookingPot, Copy, Ellipsis, MapPin, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Autocomplete } from './autocomplete.tsx'
import { Avatar } from './avatar.tsx'
import { BackLink } from './back-link.tsx'
import { Badge } from './badge.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Checkbox } from './checkbox.tsx'
import { Choice } from './choice.tsx'
import { Combobox } from './combobox.tsx'
import { DialogActions } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { FieldGroup } from './field.tsx'
import { FileButton } from './file-button.tsx'
import { FormError } from './form-error.tsx'
import { IconButton } from './icon-button.tsx'
import { lazyDialog } from './lazy-dialog.tsx'
import { LinkButton } from './link-button.tsx'
import { LinkTab, LinkTabs } from './link-tabs.tsx'
import { LoadFailed } from './load-failed.tsx'
import { LoadFailedLine } from './load-failed-line.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { Notice } from './notice.tsx'
import { Page } from './page.tsx'
import { PasswordField } from './password-field.tsx'
import { Picture } from './picture.tsx'
import { type Range, RangeSlider } from './range-slider.tsx'
import { SearchField } from './search-field.tsx'
import { Select } from './select.tsx'
import { Sheet } from './sheet.tsx'
import { Loading, Skeleton, SkeletonText } from './skeleton.tsx'
import { Slider } from './slider.tsx'
import { Spinner } from './spinner.tsx'
import { Stars } from './stars.tsx'
import { Switch } from './switch.tsx'
import { Tabs } from './tabs.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import { toast } from './toast.tsx'

const nothing = () => {}
const GalleryDialog = lazyDialog(() => import('./dialog.tsx').then((module) => module.Dialog))

export function Gallery() {
  return (
    <Page className="py-10">
      <h1 className="text-4xl">Elements</h1>
      <Section title="Buttons">
        <Buttons />
      </Section>
      <Section title="Links">
        <Links />
      </Section>
      <Section title="Text fields">
        <TextFields />
      </Section>
      <Section title="Choices">
        <Choices />
      </Section>
      <Section title="Suggestions">
        <Suggestions />
      </Section>
      <Section title="Sliders">
        <Sliders />
      </Section>
      <Section title="Notices">
        <Notices />
      </Section>
      <Section title="Tabs">
        <TabExamples />
      </Section>
      <Section title="Dialogs and menus">
        <Popups />
      </Section>
      <Section title="Small parts">
        <SmallParts />
      </Section>
      <Section title="Loading">
        <Placeholders />
      </Section>
      <Section title="Empty and failed">
        <EmptyState icon={CookingPot} title="Nothing yet" headingLevel="h3" actions={<Button>Add</Button>}>
          Add your first product.
        </EmptyState>
        <LoadFailed title="The list could not be loaded" headingLevel="h3" retry={nothing} />
        <LoadFailedLine retry={nothing}>The times could not be loaded.</LoadFailedLine>
      </Section>
    </Page>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-10 border-t border-line pt-6">
      <h2 className="mb-5 text-2xl">{title}</h2>
      <div className="flex flex-col gap-5">{children}</div>
    </section>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

function Buttons() {
  const variants = ['primary', 'secondary', 'quiet', 'danger', 'link'] as const
  return (
    <>
      {variants.map((variant) => (
        <Row key={variant}>
          <Button variant={variant} size="sm">
            Small {variant}
          </Button>
          <Button variant={variant}>Medium {variant}</Button>
          <Button variant={variant} size="lg">
            Large {variant}
          </Button>
          <Button variant={variant} disabled>
            Disabled {variant}
          </Button>
          <Button variant={variant} busy>
            Busy {variant}
          </Button>
        </Row>
      ))}
      <Row>
        <IconButton icon={Pencil} label="Edit" />
        <Button variant="quiet" size="icon-sm" aria-label="Edit in a row">
          <Pencil aria-hidden="true" className="size-5" />
        </Button>
        <Button variant="plain" className="rounded-control">
          <Picture source={null} alt="Plain button" sizes="5rem" className="size-20 w-auto" />
        </Button>
        <FileButton variant="secondary" label="New picture" accept="image/*" onFiles={nothing}>
          Upload
        </FileButton>
      </Row>
    </>
  )
}

function Links() {
  return (
    <>
      <BackLink to="/">Back to the home page</BackLink>
      <Breadcrumbs trail={[{ label: 'Home', to: '/' }]} current="Elements" />
      <Row>
        <LinkButton to="/">Primary link</LinkButton>
        <LinkButton to="/" variant="secondary">
          Secondary link
        </LinkButton>
      </Row>
    </>
  )
}

function TextFields() {
  const [search, setSearch] = useState('')
  const options = [
    { value: 'kg', label: 'Kilograms' },
    { value: 'g', label: 'Grams' },
    { value: 'st', label: 'Stones', disabled: true },
  ]
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="Name" placeholder="For example, Rosie" />
      <TextField label="Name with a hint" hint="Buyers see it." />
      <TextField label="Name with an error" hint="Buyers see it." error="Please enter a name." />
      <TextField label="Disabled name" disabled value="Rosie" />
      <TextField label="Hidden label" labelHidden placeholder="Hidden label" />
      <PasswordField label="Password" autoComplete="off" />
      <TextArea label="Message" hint="Up to 2,000 letters." />
      <TextArea label="Message with an error" error="Please write a message." />
      <Select label="Unit" options={options} value="kg" onValueChange={nothing} />
      <Select label="Unit with an error" options={options} value="g" onValueChange={nothing} error="Choose a unit." />
      <SearchField label="Search products" placeholder="Search products" text={search} onSearch={setSearch} />
    </div>
  )
}

function Choices() {
  const [isOn, setOn] = useState(true)
  const looks = ['card', 'row', 'tile', 'chip'] as const
  return (
    <>
      {looks.map((look) => (
        <FieldGroup key={look} legend={`Choice as ${look}`} error={look === 'tile' ? 'Please choose one.' : undefined}>
          <Row>
            <Choice look={look} name={look} defaultChecked>
              Delivery
            </Choice>
            <Choice look={look} name={look} aria-invalid={look === 'tile' || undefined}>
              Pickup
            </Choice>
            <Choice look={look} name={look} disabled>
              Sold out
            </Choice>
          </Row>
        </FieldGroup>
      ))}
      <Choice look="card" type="checkbox">
        A checkbox as a card
      </Choice>
      <Checkbox label="A checkbox" defaultChecked />
      <Switch label="A switch" hint="With a hint." checked={isOn} onChange={() => setOn(!isOn)} />
      <Switch label="A disabled switch" disabled />
    </>
  )
}

const towns = ['Ely', 'Ely Bridge', 'Cambridge']

function Suggestions() {
  const [text, setText] = useState('')
  const [category, setCategory] = useState('')
  const [typed, setTyped] = useState('')
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Autocomplete
        label="Town"
        hint="Choose one from the list."
        icon={MapPin}
        text={text}
        onType={setText}
        suggestions={text === '' ? [] : towns.filter((town) => town.toLowerCase().startsWith(text.toLowerCase()))}
        suggestionText={(town) => town}
        suggestionKey={(town) => town}
        onChoose={setText}
      >
        {(town) => town}
      </Autocomplete>
      <Combobox
        label="Category"
        names={['Bread', 'Cakes', 'Jam']}
        value={category}
        onValueChange={setCategory}
        onType={setTyped}
        newName={typed === '' ? undefined : typed}
        openLabel="Show all categories"
        emptyText="No matching category."
      />
    </div>
  )
}

function Sliders() {
  const [miles, setMiles] = useState(20)
  const [range, setRange] = useState<Range>([5, 40])
  return (
    <>
      <Slider
        aria-label="Radius"
        min={1}
        max={50}
        value={miles}
        onChange={({ target }) => setMiles(Number(target.value))}
      />
      <RangeSlider
        thumbLabels={['Lowest price', 'Highest price']}
        min={0}
        max={50}
        value={range}
        onValueChange={setRange}
        onValueCommitted={nothing}
        format={(pounds) => `£${pounds}`}
      />
      <progress value={0.4} aria-label="Uploading" className="progress w-40" />
    </>
  )
}

function Notices() {
  const tones = ['info', 'success', 'warning', 'error', 'neutral'] as const
  return (
    <>
      {tones.map((tone) => (
        <Notice key={tone} tone={tone}>
          A notice in the tone {tone}.
        </Notice>
      ))}
      <Notice
        tone="warning"
        action={
          <Button variant="secondary" size="sm">
            Review
          </Button>
        }
      >
        <strong className="font-semibold">The terms have changed.</strong> Please read them.
      </Notice>
      <Notice tone="error" icon={null}>
        Without an icon.
      </Notice>
      <FormError message="The form could not be saved." />
      <Row>
        <Button variant="secondary" onClick={() => toast({ title: 'Saved', description: 'Your shop is updated.' })}>
          Show a toast
        </Button>
        <Button variant="secondary" onClick={() => toast({ title: 'Error', variant: 'destructive' })}>
          Show an error
        </Button>
      </Row>
    </>
  )
}

function TabExamples() {
  const tabs = [
    { value: 'items', label: 'Items', content: <p>The items.</p> },
    { value: 'reviews', label: 'Reviews', content: <p>The reviews.</p> },
  ]
  return (
    <>
      <Tabs label="Items and reviews" tabs={tabs} />
      <Tabs label="Filters" tabs={tabs} variant="pills" />
      {(['line', 'pills'] as const).map((look) => (
        <LinkTabs key={look} label={`Links as ${look}`} look={look}>
          <LinkTab look={look} to="?" isCurrent>
            New <Badge tone="berry">3</Badge>
          </LinkTab>
          <LinkTab look={look} to="?tab=all" isCurrent={false}>
            All
          </LinkTab>
        </LinkTabs>
      ))}
    </>
  )
}

function Popups() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null)
  const close = (next: boolean) => next || setOpen(null)
  return (
    <Row>
      <Button variant="secondary" onClick={() => setOpen('dialog')}>
        Open the dialog
      </Button>
      <Button variant="secondary" onClick={() => setOpen('sheet')}>
        Open the sheet
      </Button>
      <Menu
        trigger={
          <Button variant="secondary" size="icon" aria-label="More actions">
            <Ellipsis aria-hidden="true" className="size-5" />
          </Button>
        }
      >
        <MenuItem icon={Copy} onClick={() => toast({ title: 'Duplicated' })}>
          Duplicate
        </MenuItem>
        <MenuItem icon={Pencil} to="/dev/ui?edit">
          Edit
        </MenuItem>
      </Menu>
      <GalleryDialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Delete it?"
        description="It cannot be restored."
      >
        <TextField label="Why?" />
        <DialogActions>
          <Button variant="danger" size="lg">
            <Trash2 aria-hidden="true" className="size-5" />
            Delete
          </Button>
          <Button variant="secondary" size="lg" onClick={() => close(false)}>
            Keep
          </Button>
        </DialogActions>
      </GalleryDialog>
      <Sheet open={open === 'sheet'} onOpenChange={close} title="Menu">
        <Button onClick={() => close(false)}>Done</Button>
      </Sheet>
    </Row>
  )
}

function SmallParts() {
  const tones = ['neutral', 'berry', 'honey', 'leaf', 'sky', 'alarm'] as const
  return (
    <>
      <Row>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
      <Row>
        <Avatar name="Rosie" url={null} />
        <Avatar name="Rosie" url={null} className="size-20 text-3xl" />
        <Stars rating={3.6} />
        <Spinner />
      </Row>
      <Card>A card</Card>
    </>
  )
}

function Placeholders() {
  const shapes = ['line', 'field', 'card', 'panel', 'circle', 'square'] as const
  return (
    <Loading text="Loading products..." className="flex flex-wrap gap-3">
      {shapes.map((shape) => (
        <Skeleton key={shape} shape={shape} className="size-20" />
      ))}
      <SkeletonText lines={3} className="w-full" />
    </Loading>
  )
}
