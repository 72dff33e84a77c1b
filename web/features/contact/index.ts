/** Contact forms and the support mailbox. */
export { ContactForm } from './contact-form.tsx'
export { Mailbox } from './mailbox.tsx'
