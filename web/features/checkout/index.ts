/** From the basket to the payment page. */
export { PaymentError, startPayment } from './start-payment.ts'
