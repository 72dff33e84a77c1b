/** What other features use of writing to shops and to us. */
export { ContactForm } from './contact-form.tsx'
export { Mailbox } from './mailbox.tsx'
