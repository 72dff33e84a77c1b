/** From the basket to the payment page. */
export { startPayment } from './start-payment.ts'
