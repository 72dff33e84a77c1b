/**
 * Fetches the app once the first view is painted: until then its scripts would only compete for the line with the pictures. The
 * page works without them meanwhile: links lead on, and the search box is a form. See docs/decisions/062-deferred-app-scripts.md.
 */

/** However slow a picture is, the app comes by then. */
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
  // The second frame begins when the first is on screen.
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

/** Whoever reaches for something is about to need the app. */
function firstInteraction(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['pointerdown', 'pointermove', 'keydown', 'focusin'])
      document.addEventListener(event, () => resolve(), { once: true, passive: true })
  })
}

export {}
