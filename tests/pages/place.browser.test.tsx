import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refused } from './answers.ts'
import { button, dialog, expectAccessible, expectNoOverflow, toast } from './expectations.ts'
import { openPage, type PageOptions } from './open-page.tsx'

const picker = () => dialog('Where are you?')
const field = () => picker().getByRole('combobox', { name: 'Town or postcode' })
const save = () => picker().getByRole('button', { name: 'Save' })
const options = () => page.getByRole('option')

async function openPicker(options: PageOptions = {}) {
  const opened = await openPage('/terms', options)
  await button('Menu').click()
  await dialog('Menu').getByRole('button', { name: 'Change Location' }).click()
  await expect.element(field()).toBeVisible()
  return opened
}

describe('the place picker', () => {
  it('says that a postcode does not exist', async () => {
    await openPicker({
      config: { hasGeocoder: true },
      answers: { 'GET /geocode': refused({ status: 404, message: 'No such postcode.' }) },
    })
    await field().fill('zz9 9zz')
    await options().getByText('Look up ZZ9 9ZZ').click()
    await expect
      .element(picker().getByText('We couldn’t find ZZ9 9ZZ. Please check it, or enter your town.'))
      .toBeVisible()
  })

  it.each([
    ['Atlantis', 'We couldn’t find a town of that name. Please check the spelling, or move the pin on the map.'],
    ['LS1', 'Please enter the full postcode, such as SE1 9SG.'],
    ['%_\'"<>', 'We couldn’t find a town of that name. Please check the spelling, or move the pin on the map.'],
  ])('does not save %s', async (typed, error) => {
    await openPicker({ config: { hasGeocoder: true } })
    await field().fill(typed)
    await expect.element(picker().getByText(error)).toBeVisible()
    await save().click()
    await expect.element(picker()).toBeVisible()
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
    expect(document.cookie).not.toContain('tuckbox-place')
  })

  it('is used with the keyboard alone', async () => {
    await openPicker()
    await field().fill('ely')
    await expect.element(options().first()).toHaveTextContent('Cambridgeshire')
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveValue('Ely, Cambridgeshire')
    const radius = picker().getByRole('slider', { name: 'Search radius' })
    ;(radius.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(radius).toHaveAttribute('aria-valuetext', '11 miles')
    await expectAccessible()
    await save().click()
    await expect.element(toast('Location updated')).toBeVisible()
    expect(decodeURIComponent(document.cookie)).toContain('"label":"Ely, Cambridgeshire","radiusMiles":11')
  })

  it('shows a long name without moving the page', async () => {
    const label = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch A'
    await openPicker({ place: { lat: 53.22, lon: -4.2, label, radiusMiles: 50 } })
    await expect.element(field()).toHaveValue(label)
    expectNoOverflow()
  })
})

describe('the device’s position', () => {
  function locate(answer: (found: PositionCallback, denied: PositionErrorCallback) => void): void {
    const { geolocation } = navigator
    const original = geolocation.getCurrentPosition
    geolocation.getCurrentPosition = (found, denied) => answer(found, denied ?? (() => {}))
    onTestFinished(() => {
      geolocation.getCurrentPosition = original
    })
  }

  const at = (latitude: number, longitude: number) => (found: PositionCallback) =>
    found({
      coords: { latitude, longitude, accuracy: 9 } as GeolocationCoordinates,
      timestamp: 0,
      toJSON: () => ({}),
    })

  it('is rounded, so that it does not reveal the address', async () => {
    locate(at(51.50735, -0.12776))
    await openPicker()
    await button('Use my location').click()
    await expect.element(field()).toHaveValue(expect.stringMatching(/London$/))
    await save().click()
    await expect.element(toast('Location updated')).toBeVisible()
    expect(decodeURIComponent(document.cookie)).toContain('"lat":51.51,"lon":-0.13')
  })

  it('has to be in the United Kingdom', async () => {
    locate(at(48.85, 2.35))
    await openPicker()
    await button('Use my location').click()
    await expect.element(picker().getByText('You seem to be outside the United Kingdom.')).toBeVisible()
  })

  it('may be denied, with an explanation', async () => {
    locate((_, denied) =>
      denied({ code: 1, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3, message: 'denied' }),
    )
    await openPicker()
    await button('Use my location').click()
    await expect.element(picker().getByText(/Your browser is not sharing your location/)).toBeVisible()
    await expect.element(button('Use my location')).toBeEnabled()
  })
})
