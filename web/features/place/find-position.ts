/** Reads the device's position once. */
import type { Place } from '#domain/distance'
import { MessageError } from '#platform/message-for.ts'

const timeoutMs = 10_000

/** @throws MessageError */
export function findPosition(): Promise<Place> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new MessageError(messages.unavailable))
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }),
      (error) => reject(new MessageError(messageOf(error), { cause: error })),
      { timeout: timeoutMs, enableHighAccuracy: false },
    )
  })
}

const messages = {
  denied: 'Your browser is not sharing your location. Allow it in the browser’s settings, or enter your town.',
  unavailable: 'Your device could not find its location. Please enter your town.',
  timeout: 'Finding your location took too long. Please try again, or enter your town.',
}

function messageOf(error: GeolocationPositionError): string {
  if (error.code === error.PERMISSION_DENIED) return messages.denied
  return error.code === error.TIMEOUT ? messages.timeout : messages.unavailable
}
