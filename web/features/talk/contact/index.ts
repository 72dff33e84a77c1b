/** Contact forms and the support mailbox. */
export { ContactForm } from './contact-form.tsx'
