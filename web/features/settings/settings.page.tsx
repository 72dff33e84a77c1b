/** Settings open at the profile. */
export { Component } from './profile.page.tsx'
