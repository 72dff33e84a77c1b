/**
 * Loads the app after the first view has been painted, so that scripts do not compete with pictures for bandwidth.
 * Until then links work, and the search box is a plain form. See docs/decisions/062-deferred-app-scripts.md.
 */

/** The app loads after this time even if a picture is slow. */
const maxWaitMs = 2_500

void Promise.race([firstViewPainted(), firstInteraction(), timeout()]).then(fetchApp)

function fetchApp(): void {
  const { entry, preloads = '' } = document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset ?? {}
  if (entry === undefined) return
  for (const href of preloads.split(' ').filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  void import(/* @vite-ignore */ entry)
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
