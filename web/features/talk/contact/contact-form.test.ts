import { describe, expect, it } from 'vitest'
import { errorsOf } from '#domain/values/form-errors'
import { contactForm, visitorContactForm } from './contact-form.ts'

describe('the contact form', () => {
  it('requires a subject of 2 to 100 and a message of 10 to 1000 characters', () => {
    expect(errorsOf(contactForm, { subject: 'Hi', message: 'x'.repeat(1000) })).toEqual({})
    expect(errorsOf(contactForm, { subject: 'x', message: 'too short' })).toEqual({
      subject: 'Subject must be at least 2 characters',
      message: 'Message must be at least 10 characters',
    })
    expect(Object.keys(errorsOf(contactForm, { subject: 'x'.repeat(101), message: 'x'.repeat(1001) }))).toEqual([
      'subject',
      'message',
    ])
  })
})

describe('a visitor’s contact form', () => {
  const enquiry = { subject: 'Hello', message: 'Do you bake on Sundays?', name: '', email: '' }

  it('accepts a visitor without name or address', () => {
    expect(errorsOf(visitorContactForm, enquiry)).toEqual({})
    expect(errorsOf(visitorContactForm, { ...enquiry, name: 'Vera', email: 'vera@example.com' })).toEqual({})
  })

  it('refuses an invalid email address and an overlong name', () => {
    expect(errorsOf(visitorContactForm, { ...enquiry, name: 'x'.repeat(101), email: 'vera@' })).toEqual({
      name: 'Name must be at most 100 characters',
      email: 'Please enter a valid email address',
    })
  })
})
