/**
 * Loads the app after the first view has been painted, so that scripts do not compete with pictures for bandwidth.
 * Until then links work, the search box is a plain form, and clicks on buttons are kept for the app.
 * See docs/decisions/pages/018-deferred-app-scripts.md.
 */

/** The app loads after this time even if a picture is slow. */
const maxWaitMs = 2_500

repeatEarlyClicks()
if (hasHousehold()) hideFood()
void Promise.race([firstViewPainted(), firstInteraction(), timeout()]).then(fetchApp)

function fetchApp(): void {
  const script = document.querySelector<HTMLScriptElement>('script[data-entry]')
  const { entry, preloads = '', memberPreloads = '' } = script?.dataset ?? {}
  if (entry === undefined) return
  const hrefs = [...preloads.split(' '), ...(hasSession() ? memberPreloads.split(' ') : [])]
  for (const href of hrefs.filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  void import(/* @vite-ignore */ entry)
}

/** Whether a member is signed in, by the key of auth-storage.ts, which this script does not load. A wrong answer only changes when scripts are loaded. */
function hasSession(): boolean {
  try {
    return [localStorage, sessionStorage].some((storage) => storage.getItem('tuckbox-session') !== null)
  } catch {
    return false
  }
}

/** Whether somebody's needs are stored, by the keys of household-store.ts, which this script does not load. */
function hasHousehold(): boolean {
  try {
    const people = localStorage.getItem('tuckbox-household') ?? '[]'
    return people !== '[]' && sessionStorage.getItem('tuckbox-household-off') === null
  } catch {
    return false
  }
}

/** The page is the same for every visitor. What it lists stays invisible until the app knows what fits the household. */
function hideFood(): void {
  const hidden = new CSSStyleSheet()
  hidden.replaceSync('[data-food] { visibility: hidden }')
  document.adoptedStyleSheets.push(hidden)
  document.addEventListener(
    'tuckbox:hydrated',
    () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== hidden)
    },
    { once: true },
  )
}

/** Keeps clicks on buttons until the layout announces the hydration, and then repeats each once. */
function repeatEarlyClicks(): void {
  const clicked = new Set<HTMLButtonElement>()

  function keep(event: MouseEvent): void {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button || button.form?.hasAttribute('action')) return
    // Without the app the browser would send a form's fields in the URL.
    event.preventDefault()
    event.stopPropagation()
    clicked.add(button)
  }

  window.addEventListener('click', keep, { capture: true })
  document.addEventListener(
    'tuckbox:hydrated',
    () => {
      window.removeEventListener('click', keep, { capture: true })
      // A button may be gone: a member's menu replaces the visitor's. A disabled one ignores the click.
      for (const button of clicked) if (button.isConnected) button.click()
    },
    { once: true },
  )
}

async function firstViewPainted(): Promise<void> {
  const first = [...document.images].filter(({ loading, complete }) => loading === 'eager' && !complete)
  await Promise.all(first.map(loaded))
  // The second frame begins after the first one is on screen.
  await nextFrame()
  await nextFrame()
}

function loaded(picture: HTMLImageElement): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['load', 'error']) picture.addEventListener(event, () => resolve(), { once: true })
  })
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}

function timeout(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, maxWaitMs))
}

/** A member who interacts with the page needs the app. */
function firstInteraction(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['pointerdown', 'pointermove', 'keydown', 'focusin'])
      document.addEventListener(event, () => resolve(), { once: true, passive: true })
  })
}

export {}
